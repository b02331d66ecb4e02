// The storage account that Gridhook works with: its queues, tables and containers.
// The names are those of StorageNames.java; InfrastructureIT compares them.

@description('Required. The account\'s name: 3 to 24 lower-case letters and digits, unique in Azure.')
@minLength(3)
@maxLength(24)
param accountName string

@description('Required. Where the account is created.')
param location string

@description('Required. Tags of the account.')
param tags object

@description('Required. Whether the account is kept in several zones.')
param zoneRedundant bool

@description('Required. Whether the account is reached without a private endpoint, with a token all the same.')
param publicAccess bool

@description('Required. Days after which the app deletes payload blobs.')
param payloadRetentionDays int

@description('Required. The container that the app\'s package is deployed to.')
param deploymentContainerName string

var queueNames = [
  'deliveries'
  'retries'
  'deadletters'
  'redrives'
  'deliveries-poison'
  'retries-poison'
  'deadletters-poison'
]

var tableNames = [
  'topics'
  'subscriptions'
  'endpointhealth'
  'metrics'
  'consents'
  'deliveryhistory'
  'redrives'
]

var containerNames = [
  'payloads'
  'deadletter'
  'delivered'
  'poison'
]

resource account 'Microsoft.Storage/storageAccounts@2024-01-01' = {
  name: accountName
  location: location
  tags: tags
  kind: 'StorageV2'
  sku: {
    name: zoneRedundant ? 'Standard_ZRS' : 'Standard_LRS'
  }
  properties: {
    accessTier: 'Hot'
    allowBlobPublicAccess: false
    allowCrossTenantReplication: false
    allowSharedKeyAccess: false
    defaultToOAuthAuthentication: true
    minimumTlsVersion: 'TLS1_2'
    supportsHttpsTrafficOnly: true
    publicNetworkAccess: publicAccess ? 'Enabled' : 'Disabled'
    networkAcls: {
      defaultAction: publicAccess ? 'Allow' : 'Deny'
      // Azure's own: the lifecycle rule among them.
      bypass: 'AzureServices'
    }
  }
}

resource queueService 'Microsoft.Storage/storageAccounts/queueServices@2024-01-01' = {
  parent: account
  name: 'default'
}

resource queues 'Microsoft.Storage/storageAccounts/queueServices/queues@2024-01-01' = [for name in queueNames: {
  parent: queueService
  name: name
}]

resource tableService 'Microsoft.Storage/storageAccounts/tableServices@2024-01-01' = {
  parent: account
  name: 'default'
}

resource tables 'Microsoft.Storage/storageAccounts/tableServices/tables@2024-01-01' = [for name in tableNames: {
  parent: tableService
  name: name
}]

resource blobService 'Microsoft.Storage/storageAccounts/blobServices@2024-01-01' = {
  parent: account
  name: 'default'
}

resource containers 'Microsoft.Storage/storageAccounts/blobServices/containers@2024-01-01' = [for name in containerNames: {
  parent: blobService
  name: name
}]

resource deploymentContainer 'Microsoft.Storage/storageAccounts/blobServices/containers@2024-01-01' = {
  parent: blobService
  name: deploymentContainerName
}

// The app's own sweep comes first; this is for blobs that it missed, and for an app that does not run.
resource lifecycle 'Microsoft.Storage/storageAccounts/managementPolicies@2024-01-01' = {
  parent: account
  name: 'default'
  properties: {
    policy: {
      rules: [
        {
          name: 'payloads'
          enabled: true
          type: 'Lifecycle'
          definition: {
            filters: {
              blobTypes: [
                'blockBlob'
              ]
              prefixMatch: [
                'payloads/'
              ]
            }
            actions: {
              baseBlob: {
                delete: {
                  daysAfterModificationGreaterThan: payloadRetentionDays + 2
                }
              }
            }
          }
        }
        {
          // More than GRIDHOOK_KEEP_DELIVERED can be.
          name: 'delivered'
          enabled: true
          type: 'Lifecycle'
          definition: {
            filters: {
              blobTypes: [
                'blockBlob'
              ]
              prefixMatch: [
                'delivered/'
              ]
            }
            actions: {
              baseBlob: {
                delete: {
                  daysAfterModificationGreaterThan: 367
                }
              }
            }
          }
        }
      ]
    }
  }
  dependsOn: [
    containers
  ]
}

@description('The account\'s name.')
output accountName string = account.name
