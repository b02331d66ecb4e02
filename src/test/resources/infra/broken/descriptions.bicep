// expected: 5: description: of a (expected: Required. ...)
// expected: 7: description: of b (expected: Optional. ...)
// expected: 8: description: none of output c
@description('Something.')
param a string
@description('Required. But it has a default.')
param b string = ''
output c string = '${a}${b}'
