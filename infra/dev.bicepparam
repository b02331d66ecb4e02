// Development: as little as runs, and gone without a trace when it is deleted.
using './main.bicep'

param environmentName = readEnvironmentVariable('AZURE_ENV_NAME', 'dev')
param privateNetwork = bool(readEnvironmentVariable('AZURE_PRIVATE_NETWORK', 'false'))
param operatorPrincipalId = readEnvironmentVariable('AZURE_PRINCIPAL_ID', '')
param operatorPrincipalType = readEnvironmentVariable('AZURE_PRINCIPAL_TYPE', 'User')
param maximumInstanceCount = 40
param purgeProtection = false
param logDailyQuotaGb = 1
param alertsEnabled = false
param appSettings = {
  GRIDHOOK_LOG_DELIVERIES: 'all'
}
