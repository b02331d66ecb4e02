// The Key Vault and the two keys in it. They are made once: another encryption key would leave every stored secret unreadable.

@description('Required. The vault\'s name: 3 to 24 letters, digits and hyphens, unique in Azure.')
@minLength(3)
@maxLength(24)
param vaultName string

@description('Required. Where the vault is created.')
param location string

@description('Required. Tags of the vault.')
param tags object

@description('Required. Whether the vault is reached without a private endpoint, with a token all the same.')
param publicAccess bool

@description('Required. Whether deleted vaults and keys are kept from being purged.')
param purgeProtection bool

@description('Required. Whether missing keys are made.')
param createKeys bool

@description('Required. The management key, if it is missing.')
@secure()
param managementKey string

@description('Required. The encryption key, if it is missing.')
@secure()
param encryptionKey string

var managementKeySecretName = 'gridhook-management-key'
var encryptionKeySecretName = 'gridhook-encryption-key'

resource vault 'Microsoft.KeyVault/vaults@2023-07-01' = {
  name: vaultName
  location: location
  tags: tags
  properties: {
    tenantId: tenant().tenantId
    sku: {
      family: 'A'
      name: 'standard'
    }
    enableRbacAuthorization: true
    enableSoftDelete: true
    softDeleteRetentionInDays: 90
    enablePurgeProtection: purgeProtection ? true : null
    publicNetworkAccess: publicAccess ? 'Enabled' : 'Disabled'
    networkAcls: {
      defaultAction: publicAccess ? 'Allow' : 'Deny'
      // Resource Manager writes the keys.
      bypass: 'AzureServices'
    }
  }
}

// onlyIfNotExists: Bicep 0.38 and later; an older one refuses the file, so no key is overwritten by it.
@onlyIfNotExists()
resource managementKeySecret 'Microsoft.KeyVault/vaults/secrets@2023-07-01' = if (createKeys) {
  parent: vault
  name: managementKeySecretName
  properties: {
    contentType: 'GRIDHOOK_MANAGEMENT_KEY'
    value: managementKey
  }
}

@onlyIfNotExists()
resource encryptionKeySecret 'Microsoft.KeyVault/vaults/secrets@2023-07-01' = if (createKeys) {
  parent: vault
  name: encryptionKeySecretName
  properties: {
    contentType: 'GRIDHOOK_ENCRYPTION_KEY'
    value: encryptionKey
  }
}

@description('The vault\'s name.')
output vaultName string = vault.name

@description('The vault\'s address, with a slash at its end.')
output vaultUri string = vault.properties.vaultUri

@description('Name of the secret that is the management key.')
output managementKeySecretName string = managementKeySecretName

@description('Name of the secret that is the encryption key.')
output encryptionKeySecretName string = encryptionKeySecretName
