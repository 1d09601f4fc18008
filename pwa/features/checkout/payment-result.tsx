import { lazyMessages } from '#pwa/messages/en-lazy.ts';
import { Button } from '#pwa/ui/button.tsx';

interface PaymentResultProps {
  readonly outcome: 'success' | 'cancel';
  /** Undecided until the server has confirmed this order; null where the address names none. */
  readonly orderId: string | null;
  readonly onAccount: () => void;
}

/** What became of a payment. */
export function PaymentResult({ outcome, onAccount }: PaymentResultProps) {
  const texts = lazyMessages.payment[outcome];
  return (
    <>
      <h1>{texts.title}</h1>
      <p>{texts.text}</p>
      <Button look="primary" onClick={onAccount}>
        {texts.action}
      </Button>
    </>
  );
}
