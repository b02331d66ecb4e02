// expected: 4: role: 00000000-1111-2222-3333-444444444444 is not listed
// expected: 5: role: b7e6dc6d-f1e8-4753-8033-0f276bb0955b is Storage Blob Data Owner (not: Storage Blob Data Reader)
var roles = {
  Owner: '00000000-1111-2222-3333-444444444444'
  'Storage Blob Data Reader': 'b7e6dc6d-f1e8-4753-8033-0f276bb0955b'
}
@description('Roles.')
output roles object = roles
