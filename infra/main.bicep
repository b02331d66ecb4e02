// The storage account that Gridhook works with: its queues, tables and containers.
// The names are those of StorageNames.java; InfraTest compares them.

@description('Where the account is created.')
param location string = resourceGroup().location

@description('The account\'s name: 3 to 24 lower-case letters and digits, unique in Azure.')
@minLength(3)
@maxLength(24)
param storageAccountName string

var queueNames = [
  'deliveries'
  'retries'
  'deadletters'
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
]

var containerNames = [
  'payloads'
  'deadletter'
  'poison'
]

resource account 'Microsoft.Storage/storageAccounts@2023-05-01' = {
  name: storageAccountName
  location: location
  kind: 'StorageV2'
  sku: {
    name: 'Standard_LRS'
  }
  properties: {
    allowBlobPublicAccess: false
    allowSharedKeyAccess: false
    minimumTlsVersion: 'TLS1_2'
    supportsHttpsTrafficOnly: true
  }
}

resource queueService 'Microsoft.Storage/storageAccounts/queueServices@2023-05-01' = {
  parent: account
  name: 'default'
}

resource queues 'Microsoft.Storage/storageAccounts/queueServices/queues@2023-05-01' = [for name in queueNames: {
  parent: queueService
  name: name
}]

resource tableService 'Microsoft.Storage/storageAccounts/tableServices@2023-05-01' = {
  parent: account
  name: 'default'
}

resource tables 'Microsoft.Storage/storageAccounts/tableServices/tables@2023-05-01' = [for name in tableNames: {
  parent: tableService
  name: name
}]

resource blobService 'Microsoft.Storage/storageAccounts/blobServices@2023-05-01' = {
  parent: account
  name: 'default'
}

resource containers 'Microsoft.Storage/storageAccounts/blobServices/containers@2023-05-01' = [for name in containerNames: {
  parent: blobService
  name: name
}]

@description('For AzureWebJobsStorage__accountName.')
output storageAccountName string = account.name
