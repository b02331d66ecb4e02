// The virtual network, and private endpoints of storage and Key Vault in it, with the zones that name them.

@description('Required. The network\'s name.')
param networkName string

@description('Required. Where the network is created.')
param location string

@description('Required. Tags of everything here.')
param tags object

@description('Required. The network\'s addresses, /24 or larger: one half for the app, a quarter for the endpoints.')
param addressPrefix string

@description('Required. The storage account.')
param storageAccountName string

@description('Required. The Key Vault.')
param keyVaultName string

var prefixLength = int(last(split(addressPrefix, '/')))

var endpoints = [
  {
    name: 'blob'
    groupId: 'blob'
    resourceId: account.id
    zone: 'privatelink.blob.${environment().suffixes.storage}'
  }
  {
    name: 'queue'
    groupId: 'queue'
    resourceId: account.id
    zone: 'privatelink.queue.${environment().suffixes.storage}'
  }
  {
    name: 'table'
    groupId: 'table'
    resourceId: account.id
    zone: 'privatelink.table.${environment().suffixes.storage}'
  }
  {
    name: 'vault'
    groupId: 'vault'
    resourceId: vault.id
    zone: 'privatelink${replace(environment().suffixes.keyvaultDns, 'vault', 'vaultcore')}'
  }
]

resource account 'Microsoft.Storage/storageAccounts@2024-01-01' existing = {
  name: storageAccountName
}

resource vault 'Microsoft.KeyVault/vaults@2023-07-01' existing = {
  name: keyVaultName
}

resource network 'Microsoft.Network/virtualNetworks@2024-05-01' = {
  name: networkName
  location: location
  tags: tags
  properties: {
    addressSpace: {
      addressPrefixes: [
        addressPrefix
      ]
    }
    subnets: [
      {
        name: 'app'
        properties: {
          addressPrefix: cidrSubnet(addressPrefix, prefixLength + 1, 0)
          delegations: [
            {
              name: 'flex-consumption'
              properties: {
                serviceName: 'Microsoft.App/environments'
              }
            }
          ]
        }
      }
      {
        name: 'endpoints'
        properties: {
          addressPrefix: cidrSubnet(addressPrefix, prefixLength + 2, 2)
          privateEndpointNetworkPolicies: 'Disabled'
        }
      }
    ]
  }
}

resource zones 'Microsoft.Network/privateDnsZones@2020-06-01' = [for endpoint in endpoints: {
  name: endpoint.zone
  location: 'global'
  tags: tags
}]

resource zoneLinks 'Microsoft.Network/privateDnsZones/virtualNetworkLinks@2020-06-01' = [for (endpoint, i) in endpoints: {
  parent: zones[i]
  name: '${networkName}-${endpoint.name}'
  location: 'global'
  tags: tags
  properties: {
    registrationEnabled: false
    virtualNetwork: {
      id: network.id
    }
  }
}]

resource privateEndpoints 'Microsoft.Network/privateEndpoints@2024-05-01' = [for endpoint in endpoints: {
  name: 'pe-${networkName}-${endpoint.name}'
  location: location
  tags: tags
  properties: {
    subnet: {
      id: network.properties.subnets[1].id
    }
    privateLinkServiceConnections: [
      {
        name: endpoint.name
        properties: {
          groupIds: [
            endpoint.groupId
          ]
          privateLinkServiceId: endpoint.resourceId
        }
      }
    ]
  }
}]

resource zoneGroups 'Microsoft.Network/privateEndpoints/privateDnsZoneGroups@2024-05-01' = [for (endpoint, i) in endpoints: {
  parent: privateEndpoints[i]
  name: 'default'
  properties: {
    privateDnsZoneConfigs: [
      {
        name: endpoint.name
        properties: {
          privateDnsZoneId: zones[i].id
        }
      }
    ]
  }
  dependsOn: [
    zoneLinks
  ]
}]

@description('Resource id of the subnet that the app sends from.')
output appSubnetId string = network.properties.subnets[0].id
