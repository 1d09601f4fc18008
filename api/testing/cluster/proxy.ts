/** A proxy with its delivered configuration, of which only the ports, the certificate and the place of the log are other ones. */
export interface RunningProxy {
  readonly plainPort: number;
  readonly securePort: number;
  stop(): Promise<void>;
}
