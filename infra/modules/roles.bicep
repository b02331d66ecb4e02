// Who may do what. The reasons are in infrastructure.md; InfrastructureIT compares names and ids with its table.

@description('Required. Principal id of the app\'s identity.')
param appPrincipalId string

@description('Required. Object id of who may read and exchange the keys, or empty.')
param operatorPrincipalId string

@description('Required. What the operator is: User, Group or ServicePrincipal.')
param operatorPrincipalType string

@description('Required. The storage account.')
param storageAccountName string

@description('Required. The Key Vault.')
param keyVaultName string

@description('Required. The Application Insights component.')
param applicationInsightsName string

var storageRoles = {
  'Storage Blob Data Owner': 'b7e6dc6d-f1e8-4753-8033-0f276bb0955b'
  'Storage Queue Data Contributor': '974c5e8b-45b9-4653-ba55-5f855dd0fb88'
  'Storage Table Data Contributor': '0a9a7e1f-b9d0-4cc4-a60d-0319b160aaa3'
}

var vaultRoles = {
  'Key Vault Secrets User': '4633458b-17de-408a-b874-0445c86b69e6'
}

var insightsRoles = {
  'Monitoring Metrics Publisher': '3913510d-42f4-4e42-8a64-420c390055eb'
}

var operatorRoles = {
  'Key Vault Secrets Officer': 'b86a8fe4-44ce-4948-aee5-eccb2c155cd7'
}

resource account 'Microsoft.Storage/storageAccounts@2024-01-01' existing = {
  name: storageAccountName
}

resource vault 'Microsoft.KeyVault/vaults@2023-07-01' existing = {
  name: keyVaultName
}

resource insights 'Microsoft.Insights/components@2020-02-02' existing = {
  name: applicationInsightsName
}

resource onStorage 'Microsoft.Authorization/roleAssignments@2022-04-01' = [for role in items(storageRoles): {
  scope: account
  name: guid(account.id, appPrincipalId, role.value)
  properties: {
    description: 'Gridhook: ${role.key}'
    principalId: appPrincipalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', role.value)
  }
}]

resource onVault 'Microsoft.Authorization/roleAssignments@2022-04-01' = [for role in items(vaultRoles): {
  scope: vault
  name: guid(vault.id, appPrincipalId, role.value)
  properties: {
    description: 'Gridhook: ${role.key}'
    principalId: appPrincipalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', role.value)
  }
}]

resource onInsights 'Microsoft.Authorization/roleAssignments@2022-04-01' = [for role in items(insightsRoles): {
  scope: insights
  name: guid(insights.id, appPrincipalId, role.value)
  properties: {
    description: 'Gridhook: ${role.key}'
    principalId: appPrincipalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', role.value)
  }
}]

resource ofOperator 'Microsoft.Authorization/roleAssignments@2022-04-01' = [for role in items(operatorRoles): if (!empty(operatorPrincipalId)) {
  scope: vault
  name: guid(vault.id, operatorPrincipalId, role.value)
  properties: {
    description: 'Gridhook: ${role.key}'
    principalId: operatorPrincipalId
    principalType: operatorPrincipalType
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', role.value)
  }
}]
