// expected: 10: hardening: properties.allowSharedKeyAccess is true (expected: false)
// expected: 13: hardening: properties.networkAcls.bypass is None (expected: AzureServices)
// expected: 4: hardening: properties.minimumTlsVersion is not set (expected: TLS1_2)
resource account 'Microsoft.Storage/storageAccounts@2024-01-01' = {
  name: 'account'
  location: 'westeurope'
  kind: 'StorageV2'
  sku: { name: 'Standard_LRS' }
  properties: {
    allowSharedKeyAccess: true
    allowBlobPublicAccess: false
    supportsHttpsTrafficOnly: true
    networkAcls: { defaultAction: 'Deny', bypass: 'None' }
  }
}
