@description('Required. Some text.')
param text string

@description('Optional. A number.')
@maxValue(9)
param count int = 1

@description('Optional. Not for everybody.')
@secure()
param password string = ''

@description('Optional. One of two.')
@allowed(['a', 'b'])
param letter string = 'a'

@description('Required. A list.')
param list array

resource account 'Microsoft.Storage/storageAccounts@2024-01-01' existing = {
  name: '${text}${letter}${count}${join(list, '')}${empty(password)}'
}

@description('Its name.')
output name string = account.name
