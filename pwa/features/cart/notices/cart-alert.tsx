import { cartMessages } from '#pwa/messages/en/cart.ts';
import { errorMessage } from '#pwa/messages/error-messages.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import { cartFailure } from './cart-failures.ts';
import { useCartRejections } from './use-cart-rejections.ts';

/** Says that a change of the cart failed: on this device, or because the server refused it. */
export function CartAlert() {
  const failure = useObservable(cartFailure);
  const { refusal, sendAgain, discard, close } = useCartRejections();
  if (failure) {
    const onClose = (): void => cartFailure.set(undefined);
    return (
      <ConfirmDialog
        title={cartMessages.failures[failure.kind]}
        lang={cartMessages.failureLanguage}
        answers={<Button onClick={onClose}>{cartMessages.closeMessage}</Button>}
        onClose={onClose}
      >
        <p dir="auto">{failure.title}</p>
        <p>{cartMessages.notKept}</p>
      </ConfirmDialog>
    );
  }
  if (!refusal) return null;
  return (
    <ConfirmDialog
      title={cartMessages.failures[refusal.kind]}
      lang={cartMessages.failureLanguage}
      answers={
        <>
          <Button onClick={() => void discard()}>{cartMessages.giveUp}</Button>
          <Button look="primary" onClick={() => void sendAgain()}>
            {cartMessages.tryAgain}
          </Button>
        </>
      }
      onClose={close}
    >
      <p>{errorMessage(refusal.code)}</p>
    </ConfirmDialog>
  );
}
