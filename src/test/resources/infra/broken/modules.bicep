// expected: 16: module: count is 10, which its decorators do not allow
// expected: 17: module: letter is c, which its decorators do not allow
// expected: 8: module: no file ../modules/gone.bicep
// expected: 14: module: target.bicep has no parameter colour
// expected: 15: module: text is int (expected: string)
// expected: 11: module: parameter list of target.bicep is not given
// expected: 21: module: target.bicep has no output nme
module gone '../modules/gone.bicep' = {
  name: 'gone'
}
module target '../modules/target.bicep' = {
  name: 'target'
  params: {
    colour: 'red'
    text: 7
    count: 10
    letter: 'c'
  }
}
@description('Misspelt.')
output a string = '${target.outputs.nme}${gone.name}'
