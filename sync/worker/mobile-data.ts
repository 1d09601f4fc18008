/** What some browsers report of the network. */
export interface NetworkHints {
  readonly saveData?: boolean;
  /** Such as `wifi`, `ethernet` or `cellular`. */
  readonly type?: string;
}

/** Whether data is to be spared on the present network; any network counts as Wi-Fi where the browser does not report it. */
export const isMobileData = (network: NetworkHints | undefined): boolean =>
  network?.saveData === true ||
  network?.type === 'cellular' ||
  network?.type === 'wimax' ||
  network?.type === 'bluetooth';
