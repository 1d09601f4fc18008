import { chatMessages } from '#pwa/messages/en/chat.ts';
import { useUserData } from '#pwa/platform/storage/use-user-data.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { ChatIcon } from '../chat-icon.tsx';
import styles from './found-bar.module.css';
import type { FoundMessage } from './found-message.ts';

const { found: texts } = chatMessages;

interface FoundBarProps {
  readonly chatId: string;
  readonly found: FoundMessage;
  /** Called with the `seq` of the message to show; null to end the search in this chat. */
  readonly onFind: (seq: number | null) => void;
}

/** The position of a found message among the matches in its chat, with buttons for the next older and newer match. */
export function FoundBar({ chatId, found: { seq, words }, onFind }: FoundBarProps) {
  const seqs = useUserData(
    async ({ chats }) => (await chats.search(words, chatId)).flatMap(({ message }) => message.seq ?? []),
    [words, chatId],
  );
  // `seqs` begins with the newest match.
  const index = seqs?.indexOf(seq) ?? -1;
  const older = seqs?.find((other) => other < seq);
  const newer = seqs?.findLast((other) => other > seq);
  return (
    <div className={styles['bar']} role="group" aria-label={texts.name}>
      <p role="status" className={styles['place']}>
        <bdi className={styles['words']}>{words}</bdi>
        {seqs && <span>{index < 0 ? texts.count(seqs.length) : texts.place(index + 1, seqs.length)}</span>}
      </p>
      <Step label={texts.older} seq={older} onFind={onFind} isUp />
      <Step label={texts.newer} seq={newer} onFind={onFind} />
      <IconButton icon="close" label={texts.close} onClick={() => onFind(null)} />
    </div>
  );
}

interface StepProps extends Pick<FoundBarProps, 'onFind'> {
  readonly label: string;
  readonly seq: number | undefined;
  readonly isUp?: boolean;
}

const Step = ({ label, seq, onFind, isUp = false }: StepProps) => (
  <button
    type="button"
    className={styles['step']}
    data-up={isUp || undefined}
    aria-label={label}
    title={label}
    // Stays focusable at the last match, so that the keyboard focus is not lost.
    aria-disabled={seq === undefined || undefined}
    onClick={() => {
      if (seq !== undefined) onFind(seq);
    }}
  >
    <ChatIcon name="down" />
  </button>
);
