import type { ReactNode } from 'react';
import type { EditorImageStore } from '#pwa/platform/admin/editor-image-store.ts';
import type { EditConflict } from '#sync/api/admin-api.ts';

/** Props that a form passes to the editor of the description. */
export interface EditorSlot {
  readonly label: string;
  /** HTML. */
  readonly value: string;
  readonly onChange: (html: string) => void;
  readonly isDisabled: boolean;
  readonly imageStore: EditorImageStore;
}
export type RenderEditor = (slot: EditorSlot) => ReactNode;
/** Renders a button that scans a barcode. */
export type RenderScanner = (onBarcode: (barcode: string) => void) => ReactNode;
/** Renders the choice between the values of fields that two windows changed. */
export type RenderAlternatives = (slot: {
  readonly conflicts: EditConflict['fields'];
  readonly onChoose: (values: Readonly<Record<string, string | number>>) => void;
  readonly onClose: () => void;
}) => ReactNode;
