// Gridhook in one resource group: identity, storage, keys, logs and alerts, the function app, and a private network if asked for.
// src/site/markdown/infrastructure.md says what each part is for; InfrastructureIT compares names with the app's own.
targetScope = 'resourceGroup'

@description('Required. Short name of this deployment: lower-case letters, digits and hyphens. Names and tags are made of it.')
@minLength(1)
@maxLength(20)
param environmentName string

@description('Optional. Where everything is created.')
param location string = resourceGroup().location

@description('Optional. Tags for every resource, beside azd-env-name.')
param tags object = {}

@description('Optional. The retry profile where neither subscription nor topic names one (GRIDHOOK_PROFILE).')
@allowed([
  'cloud'
  'cloud-2019'
  'cloud-2021'
  'edge'
  'kubernetes'
])
param profile string = 'cloud'

@description('Optional. Days after which payload blobs go (GRIDHOOK_PAYLOAD_RETENTION); the lifecycle rule keeps them longer.')
@minValue(10)
@maxValue(365)
param payloadRetentionDays int = 14

@description('Optional. More app settings by name, such as GRIDHOOK_ENTRA_TENANT_ID; they win over those that are set here.')
param appSettings object = {}

@description('Optional. Memory of an instance in MB: a quarter of a core, one core or two.')
@allowed([
  512
  2048
  4096
])
param instanceMemoryMB int = 2048

@description('Optional. Instances at most, of all functions; retries have no limit of their own on this plan.')
@minValue(1)
@maxValue(1000)
param maximumInstanceCount int = 40

@description('Optional. HTTP requests at a time on one instance; by default one for every 64 MB of its memory.')
@minValue(1)
@maxValue(1000)
param httpConcurrency int = instanceMemoryMB / 64

@description('Optional. Instances that always run: name (http, or function:Deliver and the like) and instanceCount.')
param alwaysReady array = []

@description('Optional. More arguments of the Java worker. Any value forgoes the platform\'s pre-started worker: for always-ready instances.')
param javaArguments string = ''

@description('Optional. Instances and storage in several zones; a region without zones refuses it.')
param zoneRedundant bool = false

@description('Optional. A virtual network, and storage and Key Vault reached by private endpoints in it alone.')
param privateNetwork bool = false

@description('Optional. Addresses of that network, /24 or larger.')
param addressPrefix string = '10.90.0.0/22'

@description('Optional. Makes the keys that are missing. Keys that are there stay as they are. False: touches none.')
param createKeys bool = true

@description('Optional. The management key, where it is missing; made up by default.')
@secure()
@minLength(16)
param managementKey string = '${newGuid()}${newGuid()}'

@description('Optional. The encryption key, base64 of 32 bytes, where it is missing; made up by default.')
@secure()
@minLength(44)
@maxLength(44)
// Bicep cannot tell that 42 digits and 2 more are 44 (Azure/bicep#12271).
#disable-next-line BCP334
param encryptionKey string = '${take(replace(format('{0}{1}', newGuid(), newGuid()), '-', ''), 42)}A='

@description('Optional. Protects the Key Vault from being purged, for good: it cannot be switched off again.')
param purgeProtection bool = true

@description('Optional. Object id of who may read and exchange the keys: a user or a group. Empty: nobody beside the app.')
param operatorPrincipalId string = ''

@description('Optional. What the operator is.')
@allowed([
  'Group'
  'ServicePrincipal'
  'User'
])
param operatorPrincipalType string = 'User'

@description('Optional. Days that logs are kept.')
@minValue(30)
@maxValue(730)
param logRetentionDays int = 30

@description('Optional. GB of logs taken in a day; -1 for no limit.')
@minValue(-1)
param logDailyQuotaGb int = -1

@description('Optional. A log line for every storage request: for an audit, as it costs more than the requests.')
param logStorageRequests bool = false

@description('Optional. Whether alerts are evaluated.')
param alertsEnabled bool = true

@description('Optional. Mail addresses that alerts go to. None: alerts show in the portal alone.')
param alertEmails array = []

@description('Optional. Azure\'s ids of places that /health is asked from, such as emea-nl-ams-azr. None: it is not asked.')
param healthTestLocations array = []

@description('Optional. Messages in all queues above which an alert fires.')
@minValue(1)
param pendingMessagesAlert int = 100000

var token = uniqueString(resourceGroup().id, environmentName)
var allTags = union(tags, { 'azd-env-name': environmentName })
var functionAppName = 'func-${environmentName}-${token}'
var deploymentContainerName = 'app-package'

resource identity 'Microsoft.ManagedIdentity/userAssignedIdentities@2023-01-31' = {
  name: 'id-${environmentName}-${token}'
  location: location
  tags: allTags
}

module monitoring 'modules/monitoring.bicep' = {
  name: 'gridhook-monitoring'
  params: {
    workspaceName: 'log-${environmentName}-${token}'
    applicationInsightsName: 'appi-${environmentName}-${token}'
    location: location
    tags: allTags
    retentionDays: logRetentionDays
    dailyQuotaGb: logDailyQuotaGb
    storageAccountName: storage.outputs.accountName
    alertsEnabled: alertsEnabled
    alertEmails: alertEmails
    pendingMessagesAlert: pendingMessagesAlert
    logStorageRequests: logStorageRequests
    keyVaultName: keyVault.outputs.vaultName
  }
}

module storage 'modules/storage.bicep' = {
  name: 'gridhook-storage'
  params: {
    accountName: 'gh${token}'
    location: location
    tags: allTags
    zoneRedundant: zoneRedundant
    publicAccess: !privateNetwork
    payloadRetentionDays: payloadRetentionDays
    deploymentContainerName: deploymentContainerName
  }
}

module keyVault 'modules/keyvault.bicep' = {
  name: 'gridhook-keyvault'
  params: {
    vaultName: 'kv-${token}'
    location: location
    tags: allTags
    publicAccess: !privateNetwork
    purgeProtection: purgeProtection
    createKeys: createKeys
    managementKey: managementKey
    encryptionKey: encryptionKey
  }
}

module network 'modules/network.bicep' = if (privateNetwork) {
  name: 'gridhook-network'
  params: {
    networkName: 'vnet-${environmentName}-${token}'
    location: location
    tags: allTags
    addressPrefix: addressPrefix
    storageAccountName: storage.outputs.accountName
    keyVaultName: keyVault.outputs.vaultName
  }
}

module roles 'modules/roles.bicep' = {
  name: 'gridhook-roles'
  params: {
    appPrincipalId: identity.properties.principalId
    operatorPrincipalId: operatorPrincipalId
    operatorPrincipalType: operatorPrincipalType
    storageAccountName: storage.outputs.accountName
    keyVaultName: keyVault.outputs.vaultName
    applicationInsightsName: monitoring.outputs.applicationInsightsName
  }
}

module app 'modules/app.bicep' = {
  name: 'gridhook-app'
  params: {
    appName: functionAppName
    planName: 'plan-${environmentName}-${token}'
    location: location
    tags: allTags
    identityId: identity.id
    identityClientId: identity.properties.clientId
    storageAccountName: storage.outputs.accountName
    deploymentContainerName: deploymentContainerName
    keyVaultUri: keyVault.outputs.vaultUri
    managementKeySecretName: keyVault.outputs.managementKeySecretName
    encryptionKeySecretName: keyVault.outputs.encryptionKeySecretName
    applicationInsightsName: monitoring.outputs.applicationInsightsName
    subnetId: privateNetwork ? network!.outputs.appSubnetId : ''
    profile: profile
    payloadRetentionDays: payloadRetentionDays
    appSettings: appSettings
    javaArguments: javaArguments
    instanceMemoryMB: instanceMemoryMB
    maximumInstanceCount: maximumInstanceCount
    httpConcurrency: httpConcurrency
    alwaysReady: alwaysReady
    zoneRedundant: zoneRedundant
  }
  dependsOn: [
    roles
  ]
}

module availability 'modules/availability.bicep' = if (!empty(healthTestLocations)) {
  name: 'gridhook-availability'
  params: {
    testName: 'health-${environmentName}-${token}'
    location: location
    tags: allTags
    hostName: app.outputs.hostName
    applicationInsightsName: monitoring.outputs.applicationInsightsName
    healthTestLocations: healthTestLocations
    actionGroupIds: monitoring.outputs.actionGroupIds
    alertsEnabled: alertsEnabled
  }
}

@description('The function app\'s name.')
output AZURE_FUNCTION_APP_NAME string = app.outputs.appName

@description('Where publishers send to: https:// and this.')
output AZURE_FUNCTION_HOST_NAME string = app.outputs.hostName

@description('The storage account that holds everything.')
output AZURE_STORAGE_ACCOUNT_NAME string = storage.outputs.accountName

@description('The Key Vault that holds the two keys.')
output AZURE_KEY_VAULT_NAME string = keyVault.outputs.vaultName

@description('Client id of the identity that the app has.')
output AZURE_IDENTITY_CLIENT_ID string = identity.properties.clientId

@description('Principal id of the same identity, for roles on other accounts.')
output AZURE_IDENTITY_PRINCIPAL_ID string = identity.properties.principalId

@description('The Application Insights component.')
output APPLICATION_INSIGHTS_NAME string = monitoring.outputs.applicationInsightsName
