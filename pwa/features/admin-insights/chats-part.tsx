import { chatPagePath, CHATS_PATH } from '#contract/screens/screens.ts';
import type { ServerFigures } from '#contract/http/insights.ts';
import { adminInsightMessages } from '#pwa/messages/en/admin-insights.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { useNow } from '#pwa/ui/use-now.ts';
import { FigureList } from './figure-list.tsx';
import { InsightPart } from './insight-part.tsx';
import { NoServerFigures } from './server-state.tsx';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

interface ChatsPartProps {
  readonly chats: NonNullable<ServerFigures['chats']> | undefined;
  readonly hasFailed: boolean;
}

/** The chats in which the buyer wrote last, and how long each has waited by this device's clock, also offline. */
export function ChatsPart({ chats, hasFailed }: ChatsPartProps) {
  const nowMs = useNow(MINUTE_MS);
  const table = chats && {
    name: 'unanswered-chats',
    columns: ['title', 'waiting_since', 'messages'],
    rows: chats.rows.map(({ title, waiting_since, messages }) => [title, waiting_since, messages]),
  };
  return (
    <InsightPart title={adminInsightMessages.chats} hint={adminInsightMessages.chatsHint} table={table}>
      {chats ? (
        <>
          <FigureList
            items={chats.rows.map(({ id, title, waiting_since, messages }) => ({
              key: id,
              name: (
                <a href={chatPagePath(id)}>
                  <span dir="auto">{title}</span>
                </a>
              ),
              value: adminInsightMessages.waiting(describeAge(nowMs - Date.parse(waiting_since))),
              more: adminInsightMessages.messages(messages),
            }))}
            total={chats.total}
            empty={adminInsightMessages.noChats}
          />
          <p>
            <a className={buttonClass('secondary')} href={CHATS_PATH} title={adminInsightMessages.chatsElsewhere}>
              {adminInsightMessages.openChats}
            </a>
          </p>
        </>
      ) : (
        <NoServerFigures hasFailed={hasFailed} />
      )}
    </InsightPart>
  );
}

/** Returns an age in minutes, hours or days; at least one minute, even if this device's clock is behind the server's. */
export function describeAge(ms: number): string {
  if (ms < HOUR_MS) return adminInsightMessages.minutes(Math.max(1, Math.floor(ms / MINUTE_MS)));
  if (ms < 2 * DAY_MS) return adminInsightMessages.hours(Math.floor(ms / HOUR_MS));
  return adminInsightMessages.days(Math.floor(ms / DAY_MS));
}
