// expected: 8: name: tableNames are [topics, subscriptions] (expected: [topics, subscriptions, endpointhealth, metrics, consents, deliveryhistory, redrives])
// expected: 17: name: profiles are [cloud, edge] (expected: [cloud, cloud-2019, cloud-2021, edge, kubernetes])
// expected: 14: name: no function Delivered
// expected: 15: name: nothing writes "deadLetered topic="
// expected: 15: name: nothing writes "Publisch"
// expected: 15: name: nothing writes "outcome=Busy reason="
// expected: 15: name: nothing writes "after it was dew"
var tableNames = [
  'topics'
  'subscriptions'
]
@description('Names.')
output all array = [tableNames, profile, {
  name: 'function:Delivered'
  query: 'AppTraces | where Message contains "deadLetered topic=" or OperationName startswith "Publisch" or Message contains "outcome=Busy reason=" or Message contains "after it was dew"'
}]
@allowed(['cloud', 'edge'])
@description('Optional. The profile.')
param profile string = 'cloud'
