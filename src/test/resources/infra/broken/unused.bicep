// expected: 3: symbol: unused is not used
@description('Optional. Of no use.')
param unused string = ''
