// expected: 8: syntax: }
// expected: 7: symbol: a is not used
// expected: 9: symbol: b is not used
// expected: 10: syntax: ,
// expected: 10: symbol: c is not used
@description('Optional. Closed twice.')
param a object = {
}}
var b = 'x'
var c = ['x',,'y']
