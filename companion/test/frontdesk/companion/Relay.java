package frontdesk.companion;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** The way between the phone and the server, on which anything may happen. */
final class Relay implements AutoCloseable {
    /** What becomes of one request. */
    interface Fate {
        void meet(HttpExchange exchange, Relay relay) throws Exception;
    }

    /** Through and back. */
    static final Fate PASS = (exchange, relay) -> relay.forward(exchange).send(exchange);
    /** To the server, but its answer gets lost. */
    static final Fate LOSE_ANSWER = (exchange, relay) -> {
        relay.forward(exchange);
        exchange.close();
    };
    /** Broken off before the server heard of it. */
    static final Fate CUT = (exchange, relay) -> exchange.close();

    static Fate answer(int status, String body) {
        return (exchange, relay) -> {
            exchange.getRequestBody().readAllBytes();
            byte[] bytes = body.getBytes("UTF-8");
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        };
    }

    /** Requests met so far. */
    final AtomicInteger requests = new AtomicInteger();
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile Fate fate = PASS;

    Relay() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 50);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            requests.incrementAndGet();
            try {
                fate.meet(exchange, this);
            } catch (Exception gone) {
                exchange.close();
            }
        });
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    void set(Fate next) {
        fate = next;
    }

    /** What the server answered. */
    static final class Reply {
        final int status;
        private final byte[] body;

        private Reply(int status, byte[] body) {
            this.status = status;
            this.body = body;
        }

        void send(HttpExchange exchange) throws IOException {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        }
    }

    Reply forward(HttpExchange exchange) throws IOException {
        HttpURLConnection onward = (HttpURLConnection) new URL(Desk.URL + exchange.getRequestURI()).openConnection();
        onward.setRequestMethod(exchange.getRequestMethod());
        for (String name : new String[] {"Authorization", "Content-Type"})
            if (exchange.getRequestHeaders().containsKey(name)) onward.setRequestProperty(name, exchange.getRequestHeaders().getFirst(name));
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (body.length > 0) {
            onward.setDoOutput(true);
            onward.getOutputStream().write(body);
        }
        int status = onward.getResponseCode();
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        try (InputStream stream = status < 400 ? onward.getInputStream() : onward.getErrorStream()) {
            stream.transferTo(answer);
        }
        return new Reply(status, answer.toByteArray());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
