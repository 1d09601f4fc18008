import { useEffect, useRef, useState } from 'react';
import { serverSentence } from '#pwa/messages/server-sentence.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { useAdminEngine } from '#pwa/platform/admin/use-admin-engine.ts';
import { useIsServerLost } from '#pwa/platform/engine/use-is-server-lost.ts';
import type { CallResult } from '#sync/api/calls.ts';
import { splitLinks } from './split-links.ts';

const { images: texts } = adminMessages.products;

/** A link whose image was not added, and why. */
export interface SkippedLink {
  readonly link: string;
  readonly reason: string;
}

export interface ImageLinks {
  /** Number of links being fetched. */
  readonly fetching: number;
  readonly skipped: readonly SkippedLink[];
  readonly isOffline: boolean;
  /** Fetches the images of all links in a text. Returns the links to try again; undefined if the form has been replaced meanwhile. */
  readonly fetch: (text: string, onImage: (image: Blob) => Promise<void>) => Promise<readonly string[] | undefined>;
}

/** Returns a function that fetches linked images through the server; failed links are skipped and reported. */
export function useImageLinks(): ImageLinks {
  const { api } = useAdminEngine();
  const isOffline = useIsServerLost();
  const [fetching, setFetching] = useState(0);
  const [skipped, setSkipped] = useState<readonly SkippedLink[]>([]);

  const isOver = useRef(false);
  useEffect(() => {
    isOver.current = false;
    return () => {
      isOver.current = true;
    };
  }, []);

  const fetch: ImageLinks['fetch'] = async (text, onImage) => {
    const links = splitLinks(text);
    const retryable: string[] = [];
    setSkipped([]);
    setFetching(links.length);
    for (const link of links) {
      const result = /^https?:\/\//i.test(link) ? await catchUnreachable(api.fetchLinkedImage(link)) : undefined;
      if (isOver.current) return undefined;
      if (result?.ok) await onImage(new File([result.value], link, { type: 'image/webp' }));
      else {
        setSkipped((last) => [...last, { link, reason: reasonOf(result) }]);
        if (result && result.problem !== 'rejected') retryable.push(link);
      }
      setFetching((last) => last - 1);
    }
    return retryable;
  };
  return { fetching, skipped, isOffline, fetch };
}

/** Treats a terminated worker as an unreachable server. */
const catchUnreachable = (call: Promise<CallResult<Blob>>): Promise<CallResult<Blob>> =>
  call.catch(() => ({ ok: false, problem: 'unreachable' }) as const);

function reasonOf(result: Exclude<CallResult<Blob>, { ok: true }> | undefined): string {
  if (!result) return texts.notALink;
  if (result.problem !== 'rejected') return texts.linkNotAsked;
  if (result.code === 'too-large') return texts.linkTooLarge;
  if (result.code === 'unsupported-media-type') return texts.linkUnreadable;
  return result.code === 'link-refused' ? texts.linkRejected : serverSentence(result.detail);
}
