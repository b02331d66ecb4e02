// expected: 7: retention: daysAfterModificationGreaterThan (expected: payloadRetentionDays + 1 or more)
// expected: 8: retention: daysAfterModificationGreaterThan (expected: payloadRetentionDays + 1 or more)
@description('Required. Days.')
param payloadRetentionDays int
@description('Rules.')
output rules array = [
  { daysAfterModificationGreaterThan: payloadRetentionDays }
  { daysAfterModificationGreaterThan: 7 }
  { daysAfterModificationGreaterThan: payloadRetentionDays + 2 }
]
