// expected: 4: cycle: a needs itself
// expected: 5: cycle: b needs itself
// expected: 9: cycle: zone needs itself
var a = b
var b = {
  a: a
}
var c = { c: a }
resource zone 'Microsoft.Network/privateDnsZones@2020-06-01' = {
  name: 'zone-${c}'
  tags: zone.tags
}
