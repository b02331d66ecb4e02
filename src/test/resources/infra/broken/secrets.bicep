// expected: 13: symbol: no function listKeys
// expected: 11: secret: output a shows it
// expected: 13: secret: output b shows it
// expected: 21: secret: parameter text of ../modules/target.bicep is not secure
@secure()
@description('Required. A password.')
param password string
var derived = 'prefix-${password}'
var more = { value: derived }
@description('By way of two variables.')
output a object = more
@description('A key.')
output b string = account.listKeys().keys[0].value
resource account 'Microsoft.Storage/storageAccounts@2024-01-01' existing = {
  name: 'account'
}
module target '../modules/target.bicep' = {
  name: 'target'
  params: {
    list: []
    text: derived
    password: password
  }
}
