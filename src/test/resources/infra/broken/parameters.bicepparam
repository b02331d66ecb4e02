// expected: 4: module: parameter list of target.bicep is not given
// expected: 6: module: count is string (expected: int)
// expected: 7: module: target.bicep has no parameter colour
using '../modules/target.bicep'
param text = 'a'
param count = 'b'
param colour = 'red'
