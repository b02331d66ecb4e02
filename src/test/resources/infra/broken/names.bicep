// expected: 6: name: tableNames are [topics, subscriptions] (expected: [topics, subscriptions, endpointhealth, metrics, consents])
// expected: 15: name: profiles are [cloud, edge] (expected: [cloud, cloud-2019, cloud-2021, edge, kubernetes])
// expected: 12: name: no function Deliveries
// expected: 13: name: nothing writes "deadLetered topic="
// expected: 13: name: nothing writes "Publisch"
var tableNames = [
  'topics'
  'subscriptions'
]
@description('Names.')
output all array = [tableNames, profile, {
  name: 'function:Deliveries'
  query: 'AppTraces | where Message contains "deadLetered topic=" or OperationName startswith "Publisch"'
}]
@allowed(['cloud', 'edge'])
@description('Optional. The profile.')
param profile string = 'cloud'
