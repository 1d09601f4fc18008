/** Sizes of paper, in millimetres. */
export const PAPERS = {
  a4: { width: 210, height: 297 },
  letter: { width: 215.9, height: 279.4 },
} as const;

/** A sheet of labels as sold, in millimetres. */
export interface LabelSheet {
  readonly key: string;
  readonly paper: keyof typeof PAPERS;
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  /** Distances from the edges of the paper to the first label. */
  readonly left: number;
  readonly top: number;
  /** Distance between two columns; there is none between rows. */
  readonly gap: number;
}

/** Sheets with the sizes that most makers sell. */
export const LABEL_SHEETS: readonly [LabelSheet, ...LabelSheet[]] = [
  { key: 'a4-24', paper: 'a4', columns: 3, rows: 8, width: 70, height: 37, left: 0, top: 0.5, gap: 0 },
  { key: 'a4-16', paper: 'a4', columns: 2, rows: 8, width: 105, height: 37, left: 0, top: 0.5, gap: 0 },
  { key: 'a4-8', paper: 'a4', columns: 2, rows: 4, width: 105, height: 74, left: 0, top: 0.5, gap: 0 },
  { key: 'a4-40', paper: 'a4', columns: 4, rows: 10, width: 52.5, height: 29.7, left: 0, top: 0, gap: 0 },
  {
    key: 'letter-30',
    paper: 'letter',
    columns: 3,
    rows: 10,
    width: 66.675,
    height: 25.4,
    left: 4.7625,
    top: 12.7,
    gap: 3.175,
  },
  {
    key: 'letter-10',
    paper: 'letter',
    columns: 2,
    rows: 5,
    width: 101.6,
    height: 50.8,
    left: 3.96875,
    top: 12.7,
    gap: 4.7625,
  },
];

/** Returns how many labels a sheet has. */
export const labelsPerSheet = ({ columns, rows }: LabelSheet): number => columns * rows;
