// expected: 7: symbol: twice is declared twice
// expected: 10: symbol: unknown is not declared
// expected: 11: symbol: no function toLowwer
// expected: 12: symbol: item is not declared
// expected: 13: symbol: no decorator descripton
var twice = 'a'
var twice = 'b'
var used = [for item in [twice]: item]
@description('Ok.')
output a string = '${unknown}'
var lower = toLowwer('A')
var outside = [item, used, lower]
@descripton('Misspelt.')
@description('Ok.')
output b array = outside
