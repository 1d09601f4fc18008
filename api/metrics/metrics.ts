import type { RequestListener } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { GaugeConfiguration } from 'prom-client';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { Endpoint } from '#contract/http/endpoint.ts';
import type { ShopStates } from '../catalog/feed/shop-state.ts';
import { compilePath } from '../http/parse-call.ts';
import { countHeld, HELD_KINDS, lifeOf } from '../http/caller/caller-life.ts';
import type { RejectionListener } from '../http/caller/call-source.ts';
import type { Job } from '../jobs/job.ts';
import type { Leases } from '../jobs/leases.ts';
import type { BucketStore } from '../limits/buckets.ts';
import type { EventBus } from '../storage/events/event-bus.ts';
import type { Database } from '../storage/database.ts';
import { REPETITION_REASONS } from '../storage/unit-repetitions.ts';

/** Seconds: from a buffer in memory to an upload. */
const REQUEST_BUCKETS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60];
/** Seconds: from a query without rows to a purge of a large shop. */
const JOB_BUCKETS = [0.01, 0.1, 1, 10, 60];
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export interface MetricsSources {
  readonly database: Pick<Database, 'wal' | 'isDurable' | 'waitingUnits' | 'unitRepetitions' | 'countConnections'>;
  readonly states: Pick<ShopStates, 'get'>;
  readonly bus: Pick<EventBus, 'health'>;
  readonly buckets: Pick<BucketStore, 'isHealthy'>;
  readonly leases: Pick<Leases, 'countHeld'>;
}

/** Counts what a server does, in the text format of Prometheus. */
export interface Metrics {
  readonly contentType: string;
  /** Returns the present figures. */
  read(): Promise<string>;
  /** Wraps a listener: each request is counted and timed until its reply is sent or its client is gone. */
  observeRequests(listener: RequestListener, endpoints: readonly Endpoint[]): RequestListener;
  /** Wraps a job: its runs are timed, failures included. */
  observeJob(job: Job): Job;
  readonly onRejected: RejectionListener;
  /** Reads the number of open sockets from now on. */
  countSockets(count: () => number): void;
}

/** Creates the metrics of a server. Labels have few values: nothing that a client chooses becomes one. */
export function createMetrics({ database, states, bus, buckets, leases }: MetricsSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'hexlime_http_request_duration_seconds',
    help: 'Time from the head of a request until its reply is sent; status "aborted" when the client left before.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const rejections = new Counter({
    name: 'hexlime_rejected_calls_total',
    help: 'Calls that were rejected as wrong, forbidden or too many, by their error code.',
    labelNames: ['code'],
    registers,
  });
  const jobs = new Histogram({
    name: 'hexlime_job_duration_seconds',
    help: 'Time of a run of a background job.',
    // Prometheus has its own label `job`.
    labelNames: ['task', 'outcome'],
    buckets: JOB_BUCKETS,
    registers,
  });
  const inFlight = new Gauge({
    name: 'hexlime_http_requests_in_flight',
    help: 'Requests that are being answered.',
    registers,
  });
  const addGauge = (options: GaugeConfiguration<string>): void =>
    registry.registerMetric(new Gauge({ ...options, registers: [] }));
  addGauge({
    name: 'hexlime_held',
    help: 'What is held for callers, by its kind: places and registrations, which end with the caller.',
    labelNames: ['kind'],
    collect() {
      for (const kind of HELD_KINDS) this.set({ kind }, countHeld(kind));
    },
  });
  const { wal, waitingUnits, unitRepetitions, countConnections } = database;
  if (wal) {
    addGauge({
      name: 'hexlime_database_wal_bytes',
      help: 'Size of the write-ahead log of the database.',
      collect() {
        this.set(wal.bytes());
      },
    });
  }
  addGauge({
    name: 'hexlime_write_units_waiting',
    help: 'Units of writing that wait for others of this node, before they have a connection.',
    collect() {
      this.set(waitingUnits.count);
    },
  });
  addGauge({
    name: 'hexlime_write_units_longest_wait_seconds',
    help: 'Time that the first of the waiting units has waited so far.',
    collect() {
      this.set(waitingUnits.longestWaitMs / 1_000);
    },
  });
  registry.registerMetric(
    new Counter({
      name: 'hexlime_write_units_repeated_total',
      help: 'Units of writing that were run again, by the reason; only with a database server.',
      labelNames: ['reason'],
      registers: [],
      collect() {
        if (!unitRepetitions) return;
        this.reset();
        for (const reason of REPETITION_REASONS) this.inc({ reason }, unitRepetitions.count(reason));
      },
    }),
  );
  addGauge({
    name: 'hexlime_database_connections',
    help: 'Connections to a database server, by what they are for and whether they are busy; "awaited": what waits for one.',
    labelNames: ['use', 'state'],
    collect() {
      for (const [use, counts] of Object.entries(countConnections?.() ?? {})) {
        for (const [state, count] of Object.entries(counts)) this.set({ use, state }, count);
      }
    },
  });
  addGauge({
    name: 'hexlime_database_durable',
    help: '1 when commits survive a power cut.',
    async collect() {
      this.set((await database.isDurable()) ? 1 : 0);
    },
  });
  addGauge({
    name: 'hexlime_shop_feed_position',
    help: 'Number of the newest change in the feed of a shop.',
    labelNames: ['shop'],
    collect() {
      for (const shop of SHOP_KEYS) this.set({ shop }, states.get(shop).seq);
    },
  });
  addGauge({
    name: 'hexlime_events_connected',
    help: '1 when events reach other nodes at once; 0 when they find out within 2 s.',
    collect() {
      this.set(bus.health().isConnected ? 1 : 0);
    },
  });
  addGauge({
    name: 'hexlime_events_round_trip_seconds',
    help: 'Time that the last events took to the server that carries them and back.',
    collect() {
      const { roundTripMs } = bus.health();
      if (roundTripMs !== undefined) this.set(roundTripMs / 1_000);
    },
  });
  addGauge({
    name: 'hexlime_limits_healthy',
    help: '0 when this node counts rates alone because Valkey is away.',
    collect() {
      this.set(buckets.isHealthy() ? 1 : 0);
    },
  });
  addGauge({
    name: 'hexlime_leases_held',
    help: 'Background work that this node does for all nodes at present.',
    collect() {
      this.set(leases.countHeld());
    },
  });
  return {
    contentType: registry.contentType,
    read: () => registry.metrics(),
    observeRequests(listener, endpoints) {
      const nameRoute = createRouteNames(endpoints);
      return (request, response) => {
        const { method = '', url = '/' } = request;
        const startMs = performance.now();
        inFlight.inc();
        lifeOf(response).hold('request', () => {
          inFlight.dec();
          const labels = {
            method: METHODS.has(method) ? method : 'other',
            route: nameRoute(method, url),
            status: response.writableFinished ? String(response.statusCode) : 'aborted',
          };
          durations.observe(labels, (performance.now() - startMs) / 1_000);
        });
        listener(request, response);
      };
    },
    observeJob: (job) => ({
      ...job,
      async run() {
        const stop = jobs.startTimer({ task: job.name });
        try {
          await job.run();
          stop({ outcome: 'done' });
        } catch (error) {
          stop({ outcome: 'failed' });
          throw error;
        }
      },
    }),
    onRejected: (code) => rejections.inc({ code }),
    countSockets(count) {
      addGauge({
        name: 'hexlime_sockets',
        help: 'Open sockets of devices.',
        collect() {
          this.set(count());
        },
      });
    },
  };
}

/** Returns a function that names the route of a request: the path of its endpoint, or what kind of file it is. */
function createRouteNames(endpoints: readonly Endpoint[]): (method: string, url: string) => string {
  const routes = endpoints.map(({ method, path }) => ({ method, path, matches: compilePath(path) }));
  return (method, url) => {
    const path = url.split('?', 1)[0] ?? url;
    const read = method === 'HEAD' ? 'GET' : method;
    const route = routes.find((known) => known.method === read && known.matches(path));
    if (route) return route.path;
    if (/^\/(api|dev)\//.test(path)) return 'unknown';
    if (path.startsWith('/images/')) return 'images';
    return /^\/(admin-)?assets\//.test(path) ? 'assets' : 'documents';
  };
}
