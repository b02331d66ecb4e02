// Production. Values that differ from one deployment to the next come from the environment, so that the next run has them as well; the
// region is the resource group's.
using './main.bicep'

param environmentName = readEnvironmentVariable('AZURE_ENV_NAME', 'prod')
param privateNetwork = bool(readEnvironmentVariable('AZURE_PRIVATE_NETWORK', 'false'))
param operatorPrincipalId = readEnvironmentVariable('AZURE_PRINCIPAL_ID', '')
param operatorPrincipalType = readEnvironmentVariable('AZURE_PRINCIPAL_TYPE', 'User')
param instanceMemoryMB = 2048
param maximumInstanceCount = 100
// They take publishes and make first attempts; two, as one may be replaced. Add function:Retry where retries are to start at once too.
param alwaysReady = [
  {
    name: 'http'
    instanceCount: 2
  }
]
// True keeps two instances or more of every group of functions running, all of them paid for, and asks for a region with zones.
param zoneRedundant = false
param purgeProtection = true
param logRetentionDays = 90
param healthTestLocations = [
  'emea-nl-ams-azr'
  'emea-gb-db3-azr'
  'emea-fr-pra-edge'
]
