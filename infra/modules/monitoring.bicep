// Logs, and alerts on what the app and the platform really tell (infrastructure.md, "Alerts").

@description('Required. The Log Analytics workspace\'s name.')
param workspaceName string

@description('Required. The Application Insights component\'s name.')
param applicationInsightsName string

@description('Required. Where all of it is created.')
param location string

@description('Required. Tags of all of it.')
param tags object

@description('Required. Days that logs are kept.')
param retentionDays int

@description('Required. GB taken in a day; -1 for no limit.')
param dailyQuotaGb int

@description('Required. The storage account.')
param storageAccountName string

@description('Required. The Key Vault.')
param keyVaultName string

@description('Required. Whether alerts are evaluated.')
param alertsEnabled bool

@description('Required. Mail addresses that alerts go to.')
param alertEmails array

@description('Required. Messages in all queues above which an alert fires.')
param pendingMessagesAlert int

@description('Required. Whether every storage request has a log line.')
param logStorageRequests bool

// ItemCount: how many lines or requests the one that sampling left stands for.
var logAlerts = [
  {
    name: 'dead-letters'
    description: 'Events were given up and are in dead-letter blobs.'
    severity: 2
    query: 'AppTraces | where Message contains "deadLettered topic=" | project TimeGenerated, Events = ItemCount'
  }
  {
    name: 'dropped-events'
    description: 'Events were given up and are gone, as nobody asked for dead letters or they could not be written.'
    severity: 1
    query: 'AppTraces | where Message contains "dropped topic=" | project TimeGenerated, Events = ItemCount'
  }
  {
    name: 'poison-messages'
    description: 'Messages that nobody could read are in the container poison.'
    severity: 1
    query: 'AppTraces | where Message contains "kept in the container poison" | project TimeGenerated, Events = ItemCount'
  }
  {
    name: 'trouble'
    description: 'The app met a fault of its own, or an endpoint was disabled: operations.md, "Log lines".'
    severity: 2
    query: 'AppTraces | where Message contains "trouble what=" | project TimeGenerated, Events = ItemCount'
  }
  {
    name: 'late-messages'
    description: 'A message was taken up more than 15 minutes after it was due: the app does not keep up, or was not there.'
    severity: 2
    query: 'AppTraces | where Message contains "after it was due" | project TimeGenerated, Events = ItemCount'
  }
  {
    name: 'unaccounted-events'
    description: 'More events than before were accepted and did not end, and are in no queue: operations.md, "The ledger".'
    severity: 2
    query: 'AppTraces | where Message contains "events are unaccounted for" | project TimeGenerated, Events = ItemCount'
  }
  {
    name: 'publish-failures'
    description: 'Publishes were answered 503, or 500 by a fault of the app\'s: their events may not have been taken.'
    severity: 1
    // Without a key, anybody makes a 500 by a body that is too large, too slow or cut off; the host's exception tells which.
    query: '''
      AppRequests
      | where OperationName startswith "Publish" and toint(ResultCode) >= 500
      | join kind=leftanti (
          AppExceptions
          | where tostring(Details) has_any ("BadHttpRequestException", "ConnectionResetException")
        ) on OperationId
      | project TimeGenerated, Events = ItemCount
    '''
  }
  {
    name: 'failed-invocations'
    description: 'Deliveries, retries, dead letters or the sweep failed: storage does not answer, or a fault of the app\'s.'
    severity: 2
    query: 'AppRequests | where OperationName in ("Deliver", "Retry", "DeadLetter", "RedriveWork", "Sweep") and Success == false | project TimeGenerated, Events = ItemCount'
  }
]

resource account 'Microsoft.Storage/storageAccounts@2024-01-01' existing = {
  name: storageAccountName
}

resource blobService 'Microsoft.Storage/storageAccounts/blobServices@2024-01-01' existing = {
  parent: account
  name: 'default'
}

resource queueService 'Microsoft.Storage/storageAccounts/queueServices@2024-01-01' existing = {
  parent: account
  name: 'default'
}

resource tableService 'Microsoft.Storage/storageAccounts/tableServices@2024-01-01' existing = {
  parent: account
  name: 'default'
}

resource vault 'Microsoft.KeyVault/vaults@2023-07-01' existing = {
  name: keyVaultName
}

resource workspace 'Microsoft.OperationalInsights/workspaces@2023-09-01' = {
  name: workspaceName
  location: location
  tags: tags
  properties: {
    sku: {
      name: 'PerGB2018'
    }
    retentionInDays: retentionDays
    features: {
      disableLocalAuth: true
      enableLogAccessUsingOnlyResourcePermissions: true
    }
    workspaceCapping: {
      dailyQuotaGb: dailyQuotaGb
    }
  }
}

resource insights 'Microsoft.Insights/components@2020-02-02' = {
  name: applicationInsightsName
  location: location
  tags: tags
  kind: 'web'
  properties: {
    Application_Type: 'web'
    DisableLocalAuth: true
    WorkspaceResourceId: workspace.id
  }
}

resource vaultAudit 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  scope: vault
  name: 'gridhook'
  properties: {
    workspaceId: workspace.id
    logs: [
      {
        categoryGroup: 'audit'
        enabled: true
      }
    ]
  }
}

resource blobRequests 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = if (logStorageRequests) {
  scope: blobService
  name: 'gridhook'
  properties: {
    workspaceId: workspace.id
    logs: [
      {
        categoryGroup: 'audit'
        enabled: true
      }
    ]
  }
}

resource queueRequests 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = if (logStorageRequests) {
  scope: queueService
  name: 'gridhook'
  properties: {
    workspaceId: workspace.id
    logs: [
      {
        categoryGroup: 'audit'
        enabled: true
      }
    ]
  }
}

resource tableRequests 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = if (logStorageRequests) {
  scope: tableService
  name: 'gridhook'
  properties: {
    workspaceId: workspace.id
    logs: [
      {
        categoryGroup: 'audit'
        enabled: true
      }
    ]
  }
}

resource receivers 'Microsoft.Insights/actionGroups@2023-01-01' = if (!empty(alertEmails)) {
  name: '${applicationInsightsName}-alerts'
  location: 'global'
  tags: tags
  properties: {
    enabled: true
    groupShortName: 'gridhook'
    emailReceivers: [for (address, i) in alertEmails: {
      name: 'mail-${i}'
      emailAddress: address
      useCommonAlertSchema: true
    }]
  }
}

resource onLogs 'Microsoft.Insights/scheduledQueryRules@2023-12-01' = [for alert in logAlerts: {
  name: '${applicationInsightsName}-${alert.name}'
  location: location
  tags: tags
  kind: 'LogAlert'
  properties: {
    displayName: 'Gridhook: ${alert.name}'
    description: alert.description
    enabled: alertsEnabled
    severity: alert.severity
    scopes: [
      workspace.id
    ]
    evaluationFrequency: 'PT5M'
    windowSize: 'PT15M'
    autoMitigate: true
    // The tables come with the first telemetry, after this.
    skipQueryValidation: true
    criteria: {
      allOf: [
        {
          query: alert.query
          metricMeasureColumn: 'Events'
          timeAggregation: 'Total'
          operator: 'GreaterThan'
          threshold: 0
          failingPeriods: {
            minFailingPeriodsToAlert: 1
            numberOfEvaluationPeriods: 1
          }
        }
      ]
    }
    actions: {
      actionGroups: empty(alertEmails) ? [] : [receivers.id]
    }
  }
}]

// The platform counts the messages of all queues together, once an hour.
resource onPending 'Microsoft.Insights/metricAlerts@2018-03-01' = {
  name: '${applicationInsightsName}-pending-messages'
  location: 'global'
  tags: tags
  properties: {
    description: 'Gridhook: more messages wait than expected, retries and what is held back included.'
    enabled: alertsEnabled
    severity: 2
    scopes: [
      queueService.id
    ]
    evaluationFrequency: 'PT1H'
    windowSize: 'PT1H'
    autoMitigate: true
    criteria: {
      'odata.type': 'Microsoft.Azure.Monitor.SingleResourceMultipleMetricCriteria'
      allOf: [
        {
          name: 'pending'
          criterionType: 'StaticThresholdCriterion'
          metricNamespace: 'Microsoft.Storage/storageAccounts/queueServices'
          metricName: 'QueueMessageCount'
          timeAggregation: 'Average'
          operator: 'GreaterThan'
          threshold: pendingMessagesAlert
        }
      ]
    }
    actions: empty(alertEmails) ? [] : [
      {
        actionGroupId: receivers.id
      }
    ]
  }
}

@description('The Application Insights component.')
output applicationInsightsName string = insights.name

@description('Resource ids of the action groups that alerts tell; none without mail addresses.')
output actionGroupIds array = empty(alertEmails) ? [] : [receivers.id]
