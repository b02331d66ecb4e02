package io.gridhook.arch.violations.app;

import com.azure.storage.queue.QueueClient;
import com.microsoft.azure.functions.ExecutionContext;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.api.OpenTelemetry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import org.apache.hc.core5.http.HttpHost;
import picocli.CommandLine;

/** Every library that has a place of its own, out of place. */
record AppKnowsLibraries(
        QueueClient queue,
        ExecutionContext context,
        HttpServer server,
        PrometheusRegistry registry,
        OpenTelemetry telemetry,
        HttpHost host,
        CommandLine commandLine,
        SignedJWT token) {}
