// expected: 8: retention: daysAfterModificationGreaterThan (expected: payloadRetentionDays + 1 or more)
// expected: 9: retention: daysAfterModificationGreaterThan (expected: payloadRetentionDays + 1 or more)
// expected: 10: retention: daysAfterModificationGreaterThan (expected: payloadRetentionDays + 1 or more)
@description('Required. Days.')
param payloadRetentionDays int
@description('Rules.')
output rules array = [
  { daysAfterModificationGreaterThan: payloadRetentionDays }
  { daysAfterModificationGreaterThan: 7 }
  { daysAfterModificationGreaterThan: 365 }
  { daysAfterModificationGreaterThan: 367 }
  { daysAfterModificationGreaterThan: payloadRetentionDays + 2 }
]
