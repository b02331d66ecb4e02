package io.gridhook.local;

import com.microsoft.azure.functions.ExecutionContext;
import java.util.logging.Logger;

/** One invocation's context; its logger is the host's category for what a function logs. */
record LocalExecutionContext(String functionName, String invocationId) implements ExecutionContext {
    @Override
    public Logger getLogger() {
        return Logger.getLogger("Function." + functionName + ".User");
    }

    @Override
    public String getInvocationId() {
        return invocationId;
    }

    @Override
    public String getFunctionName() {
        return functionName;
    }
}
