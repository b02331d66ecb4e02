package io.gridhook.functions;

import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.TimerTrigger;
import io.gridhook.app.DeliveredSweep;
import io.gridhook.app.DeliveryRecorder;
import io.gridhook.app.EndpointConsents;
import io.gridhook.app.Redrives;
import io.gridhook.app.Sweeper;
import java.util.Optional;

/** Every five minutes: what goes by age, and what the host put aside. */
public final class SweepFunction {
    private final Sweeper sweeper;
    private final EndpointConsents consents;
    private final DeliveryRecorder recorder;
    private final Redrives redrives;
    private final Optional<DeliveredSweep> delivered;

    /**
     * The function.
     *
     * @param delivered empty if nothing that was delivered is kept
     */
    public SweepFunction(
            Sweeper sweeper,
            EndpointConsents consents,
            DeliveryRecorder recorder,
            Redrives redrives,
            Optional<DeliveredSweep> delivered) {
        this.sweeper = sweeper;
        this.consents = consents;
        this.recorder = recorder;
        this.redrives = redrives;
        this.delivered = delivered;
    }

    /** One round. */
    @FunctionName("Sweep")
    public void run(@TimerTrigger(name = "timer", schedule = "0 */5 * * * *") String timer, ExecutionContext context) {
        try {
            sweeper.sweep(new ContextLog(context));
        } finally {
            // What keeps the one from its end, a definition that no key opens for one, is not to keep the other.
            try {
                consents.sweep(new ContextLog(context));
            } finally {
                try {
                    recorder.deleteOld();
                } finally {
                    try {
                        redrives.sweep(new ContextLog(context));
                    } finally {
                        delivered.ifPresent(DeliveredSweep::sweep);
                    }
                }
            }
        }
    }
}
