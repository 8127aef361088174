const flagsAndVariables = `Serves the payments sandbox with the version date as the path: http://127.0.0.1:4020/2025-10-13

  --port NUMBER        port to listen on                      PORT, default 4020
  --host ADDRESS       address to listen on; other than       PAYMENTS_HOST, default 127.0.0.1
                       loopback, the server is deployed:
                       webhooks go to public HTTPS endpoints
                       only
  --public-url URL     where browsers reach the server, for    PAYMENTS_PUBLIC_URL
                       links to hosted pages; other than
                       loopback, the server is deployed too
  --trusted-proxies LIST                                      PAYMENTS_TRUSTED_PROXIES
                       addresses and networks of the proxies
                       in front, such as 10.0.0.0/8,fd00::1,
                       which give the address of a caller in
                       X-Forwarded-For; no other sender is believed
  --data FOLDER        folder of the database and credentials PAYMENTS_DATA, default .data
  --memory             keep everything in memory until the    PAYMENTS_MEMORY=1
                       end
  --processes NUMBER   servers that share the PostgreSQL       PAYMENTS_PROCESSES, default 4
                       database, those of an update counted
                       twice; each takes its share of the
                       connections, 16 at most
  --connections NUMBER connections to PostgreSQL of this      PAYMENTS_CONNECTIONS
                       server, instead of that share
  --drain SECONDS      how long to serve on after a signal     PAYMENTS_DRAIN, default 0
                       to stop, while /readyz answers 503
  --time-scale NUMBER  simulated seconds per real second,     PAYMENTS_TIME_SCALE, default 1
                       for the clock of each sandbox platform
  --require-verification-paperwork                            PAYMENTS_REQUIRE_PAPERWORK=1
                       leave new customers UNVERIFIED until a
                       complete submission, as production does
  --strict-identifiers refuse identifiers of accounts with    PAYMENTS_STRICT_IDENTIFIERS=1
                       wrong check digits, banks that are not
                       listed, and businesses without the details
                       that their banks require, as production does
  --card-limit NUMBER  how many cards of a platform may be     PAYMENTS_CARD_LIMIT, default 10000
                       open at once in the sandbox
  --document-space GIB how much of the disk the uploaded      PAYMENTS_DOCUMENT_SPACE, default 100
                       documents of a platform may take
  --rates PLACE        exchange rates from a file or an       PAYMENTS_RATES
                       https:// address, read every five
                       minutes (docs/rates.md)
  --uma-peer DOMAIN=URL                                       PAYMENTS_UMA_PEERS, with commas
                       another sandbox on this machine that
                       serves the UMA addresses of a domain:
                       south.example=http://127.0.0.1:4021
  --strict-requests    refuse fields and query parameters      PAYMENTS_STRICT_REQUESTS=1
                       that an operation does not know;
                       otherwise a local server names them
                       in the header Ignored-Fields
  --json               print one JSON line when ready, and no
                       line for each request without --log
  --quiet              no line for each request and webhook    PAYMENTS_QUIET=1
  --log FORM           form of the lines on standard error:   PAYMENTS_LOG, default text
                       text for people, json for machines
  --metrics PLACE      where Prometheus reads /metrics: an    PAYMENTS_METRICS
                       address such as 127.0.0.1:9464, or
                       off; default the port of a local
                       server, for this machine alone, and
                       nowhere on a deployed one
  --check-responses    fail on an answer that breaks the specification (development)
  --version            print the release
  --help               print this

A variable that ends in =1 takes 1, true, yes or on, and 0, false, no, off or nothing.

Environment:
  DATABASE_URL         postgres://… stores in PostgreSQL; start as many processes as you like
  PAYMENTS_MASTER_KEY  64 hexadecimal characters that seal signing keys; processes that share a
                       database need the same one (default: a file in the data folder)
  NO_COLOR             anything: no colours on a terminal
  OTEL_EXPORTER_OTLP_ENDPOINT
                       http://… of an OpenTelemetry collector that takes traces (OTLP over HTTP)
  OTEL_SERVICE_NAME    the name of this server there, default payments
  OTEL_TRACES_SAMPLER_ARG
                       share of the traces that is sent, from 0 to 1, default 1
`;

/** What `--help` of the server prints, under the name of the command that started it. */
export function helpOf(program: string): string {
  return `Usage: ${program} [flags]\n\n${flagsAndVariables}`;
}
