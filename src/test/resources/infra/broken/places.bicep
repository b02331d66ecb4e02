// expected: 3: symbol: newGuid outside of a parameter's default
// expected: 5: symbol: readEnvironmentVariable outside of a parameter file
var id = newGuid()
@description('Made up.')
output made string = '${id}${readEnvironmentVariable('A')}'
