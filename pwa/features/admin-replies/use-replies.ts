import { useCallback, useState } from 'react';
import type { ChatReplies, ChatReply, saveChatReply } from '#contract/http/chat-replies.ts';
import type { EndpointInput } from '#contract/http/endpoint.ts';
import { useAdminCalls } from '#pwa/platform/admin/use-admin-engine.ts';
import { useLoaded } from '#pwa/platform/use-loaded.ts';
import type { Loaded } from '#pwa/platform/use-loaded.ts';
import type { CallResult } from '#sync/api/calls.ts';
import type { Failure } from './describe-failure.ts';

export interface Replies {
  readonly loaded: Loaded<ChatReplies>;
  /** In display order, which includes moves that the server has not confirmed yet; undefined until loaded. */
  readonly list: readonly ChatReply[] | undefined;
  /** Why the last move or deletion failed. */
  readonly failure: Failure | undefined;
  readonly save: (id: string, input: EndpointInput<typeof saveChatReply>['body']) => Promise<CallResult<ChatReply>>;
  /** Resolves to whether the deletion succeeded. */
  readonly remove: (id: string) => Promise<boolean>;
  /** Moves a reply to a place in the list, counted from 0. */
  readonly move: (reply: ChatReply, place: number) => void;
}

/** Returns the server's canned replies and the functions that change them. */
export function useReplies(): Replies {
  const calls = useAdminCalls();
  const loaded = useLoaded(useCallback(() => calls.listChatReplies({}), [calls]));
  const [order, setOrder] = useState<readonly string[]>();
  const [failure, setFailure] = useState<Failure>();
  const { value, reload } = loaded;
  const list = value && order ? inOrder(value.replies, order) : value?.replies;

  return {
    loaded,
    list,
    failure,
    async save(id, body) {
      const result = await calls.saveChatReply({ params: { id }, body });
      if (result.ok) await reload();
      return result;
    },
    async remove(id) {
      const result = await calls.deleteChatReply({ params: { id } });
      setFailure(result.ok ? undefined : result);
      await reload();
      return result.ok;
    },
    move(reply, place) {
      if (!list) return;
      const ids = list.filter(({ id }) => id !== reply.id).map(({ id }) => id);
      ids.splice(place, 0, reply.id);
      setOrder(ids);
      void calls.orderChatReplies({ body: { ids } }).then(async (result) => {
        setFailure(result.ok ? undefined : result);
        await reload();
        // If a later move has set another order meanwhile, that order stays.
        setOrder((last) => (last === ids ? undefined : last));
      });
    },
  };
}

const inOrder = (replies: readonly ChatReply[], ids: readonly string[]): readonly ChatReply[] => {
  const places = new Map(ids.map((id, place) => [id, place]));
  return replies.toSorted((a, b) => (places.get(a.id) ?? ids.length) - (places.get(b.id) ?? ids.length));
};
