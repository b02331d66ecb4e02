// expected: 9: hardening: properties.allowSharedKeyAccess is true (expected: false)
// expected: 3: hardening: properties.minimumTlsVersion is not set (expected: TLS1_2)
resource account 'Microsoft.Storage/storageAccounts@2024-01-01' = {
  name: 'account'
  location: 'westeurope'
  kind: 'StorageV2'
  sku: { name: 'Standard_LRS' }
  properties: {
    allowSharedKeyAccess: true
    allowBlobPublicAccess: false
    supportsHttpsTrafficOnly: true
  }
}
