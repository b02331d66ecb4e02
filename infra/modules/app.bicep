// The Flex Consumption plan and the function app. Settings that this plan refuses or ignores stay out (infrastructure.md).

@description('Required. The app\'s name, unique in Azure.')
@maxLength(60)
param appName string

@description('Required. The plan\'s name; one app to a plan.')
param planName string

@description('Required. Where both are created.')
param location string

@description('Required. Tags of both, beside azd-service-name.')
param tags object

@description('Required. Resource id of the app\'s identity.')
param identityId string

@description('Required. Client id of the same identity.')
param identityClientId string

@description('Required. The storage account of the host and of the app.')
param storageAccountName string

@description('Required. The container that the app\'s package is deployed to.')
param deploymentContainerName string

@description('Required. The Key Vault\'s address, with a slash at its end.')
param keyVaultUri string

@description('Required. Name of the secret that is the management key.')
param managementKeySecretName string

@description('Required. Name of the secret that is the encryption key.')
param encryptionKeySecretName string

@description('Required. The Application Insights component.')
param applicationInsightsName string

@description('Required. The subnet that the app sends from; empty for none.')
param subnetId string

@description('Required. The retry profile.')
param profile string

@description('Required. Days after which the app deletes payload blobs.')
param payloadRetentionDays int

@description('Required. More app settings, which win.')
param appSettings object

@description('Required. More arguments of the Java worker; empty for none.')
param javaArguments string

@description('Required. Memory of an instance in MB.')
param instanceMemoryMB int

@description('Required. Instances at most.')
param maximumInstanceCount int

@description('Required. HTTP requests at a time on one instance.')
param httpConcurrency int

@description('Required. Instances that always run: name and instanceCount.')
param alwaysReady array

@description('Required. Whether instances are in several zones.')
param zoneRedundant bool

var storageSettings = {
  AzureWebJobsStorage__accountName: account.name
  AzureWebJobsStorage__clientId: identityClientId
  AzureWebJobsStorage__credential: 'managedidentity'
}

var hostSettings = {
  APPLICATIONINSIGHTS_AUTHENTICATION_STRING: 'ClientId=${identityClientId};Authorization=AAD'
  APPLICATIONINSIGHTS_CONNECTION_STRING: insights.properties.ConnectionString
  AzureFunctionsJobHost__extensions__http__maxConcurrentRequests: '${httpConcurrency}'
  AzureWebJobsDisableHomepage: 'true'
  FUNCTIONS_REQUEST_BODY_SIZE_LIMIT: '16777216'
}

var gridhookSettings = {
  GRIDHOOK_ENCRYPTION_KEY: '@Microsoft.KeyVault(SecretUri=${keyVaultUri}secrets/${encryptionKeySecretName})'
  GRIDHOOK_MANAGEMENT_KEY: '@Microsoft.KeyVault(SecretUri=${keyVaultUri}secrets/${managementKeySecretName})'
  GRIDHOOK_PAYLOAD_RETENTION: 'P${payloadRetentionDays}D'
  GRIDHOOK_PROFILE: profile
  GRIDHOOK_RESOURCE_GROUP: resourceGroup().name
  GRIDHOOK_SUBSCRIPTION_ID: subscription().subscriptionId
  GRIDHOOK_WEBHOOK_CLIENT_ID: identityClientId
}

// Left out where it is empty: the host starts a worker of its own for an app that has this setting, whatever its value.
var javaSettings = empty(javaArguments) ? {} : { languageWorkers__java__arguments: javaArguments }

resource account 'Microsoft.Storage/storageAccounts@2024-01-01' existing = {
  name: storageAccountName
}

resource insights 'Microsoft.Insights/components@2020-02-02' existing = {
  name: applicationInsightsName
}

resource plan 'Microsoft.Web/serverfarms@2024-04-01' = {
  name: planName
  location: location
  tags: tags
  kind: 'functionapp'
  sku: {
    name: 'FC1'
    tier: 'FlexConsumption'
  }
  properties: {
    reserved: true
    zoneRedundant: zoneRedundant
  }
}

resource app 'Microsoft.Web/sites@2024-04-01' = {
  name: appName
  location: location
  tags: union(tags, { 'azd-service-name': 'gridhook' })
  kind: 'functionapp,linux'
  identity: {
    type: 'UserAssigned'
    userAssignedIdentities: {
      '${identityId}': {}
    }
  }
  properties: {
    serverFarmId: plan.id
    httpsOnly: true
    clientAffinityEnabled: false
    keyVaultReferenceIdentity: identityId
    virtualNetworkSubnetId: empty(subnetId) ? null : subnetId
    functionAppConfig: {
      deployment: {
        storage: {
          type: 'blobContainer'
          value: '${account.properties.primaryEndpoints.blob}${deploymentContainerName}'
          authentication: {
            type: 'UserAssignedIdentity'
            userAssignedIdentityResourceId: identityId
          }
        }
      }
      runtime: {
        name: 'java'
        version: '17'
      }
      scaleAndConcurrency: {
        alwaysReady: alwaysReady
        instanceMemoryMB: instanceMemoryMB
        maximumInstanceCount: maximumInstanceCount
        triggers: {
          http: {
            perInstanceConcurrency: httpConcurrency
          }
        }
      }
    }
    siteConfig: {
      ftpsState: 'Disabled'
      http20Enabled: true
      minTlsVersion: '1.2'
    }
  }
}

resource settings 'Microsoft.Web/sites/config@2024-04-01' = {
  parent: app
  name: 'appsettings'
  properties: union(storageSettings, hostSettings, gridhookSettings, javaSettings, appSettings)
}

resource noFtpPassword 'Microsoft.Web/sites/basicPublishingCredentialsPolicies@2024-04-01' = {
  parent: app
  name: 'ftp'
  properties: {
    allow: false
  }
}

resource noDeploymentPassword 'Microsoft.Web/sites/basicPublishingCredentialsPolicies@2024-04-01' = {
  parent: app
  name: 'scm'
  properties: {
    allow: false
  }
}

@description('The app\'s name.')
output appName string = app.name

@description('The name that the app answers to.')
output hostName string = app.properties.defaultHostName
