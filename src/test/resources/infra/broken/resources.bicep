// expected: 8: resource: type Microsoft.Web/site is not listed
// expected: 11: resource: Microsoft.KeyVault/vaults/secrets@2024-12-01-preview (expected: version 2023-07-01)
// expected: 18: resource: Microsoft.Network/privateDnsZones has no property locaton
// expected: 25: resource: Microsoft.Web/serverfarms sku has no property teir
// expected: 27: resource: Microsoft.Web/serverfarms properties has no property zoneRedundent
// expected: 30: resource: Microsoft.Insights/diagnosticSettings properties.logs[] needs enabled
// expected: 20: resource: Microsoft.Web/serverfarms needs location
resource site 'Microsoft.Web/site@2024-04-01' = {
  name: 'site'
}
resource secret 'Microsoft.KeyVault/vaults/secrets@2024-12-01-preview' = {
  name: 'vault/secret'
  properties: {}
}
resource zone 'Microsoft.Network/privateDnsZones@2020-06-01' = {
  parent: secret
  name: 'zone'
  locaton: 'global'
}
resource plan 'Microsoft.Web/serverfarms@2024-04-01' = [for name in ['a']: if (true) {
  name: name
  kind: 'functionapp'
  sku: {
    name: 'FC1'
    teir: 'FlexConsumption'
  }
  properties: { zoneRedundent: true }
}]
resource logs 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  properties: { logs: [{ categoryGroup: 'audit' }] }
  name: 'logs'
}
