/** A proxy with its delivered configuration, adapted to the test: ports, certificate, servers and local paths. */
export interface RunningProxy {
  readonly plainPort: number;
  readonly securePort: number;
  stop(): Promise<void>;
}
