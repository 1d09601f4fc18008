import { cartMessages } from '#pwa/messages/en/cart.ts';
import { errorMessage } from '#pwa/messages/error-messages.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import { cartFailure } from './cart-failures.ts';
import type { CartFailure } from './cart-failures.ts';
import { useCartRejections } from './use-cart-rejections.ts';

const foreign = (kind: CartFailure['kind']) => ({
  lang: cartMessages.failureLanguage,
  meaning: cartMessages.failureMeanings[kind],
});

/** Alerts that a change of the cart failed: on this device, or because the server rejected it. */
export function CartAlert() {
  const failure = useObservable(cartFailure);
  const { rejection, sendAgain, discard, close } = useCartRejections();
  if (failure) {
    const onClose = (): void => cartFailure.set(undefined);
    return (
      <ConfirmDialog
        title={cartMessages.failures[failure.kind]}
        foreign={foreign(failure.kind)}
        actions={<Button onClick={onClose}>{cartMessages.closeMessage}</Button>}
        onClose={onClose}
      >
        <p dir="auto">{failure.title}</p>
        <p>{cartMessages.notKept}</p>
      </ConfirmDialog>
    );
  }
  if (!rejection) return null;
  return (
    <ConfirmDialog
      title={cartMessages.failures[rejection.kind]}
      foreign={foreign(rejection.kind)}
      actions={
        <>
          <Button onClick={() => void discard()}>{cartMessages.giveUp}</Button>
          <Button look="primary" onClick={() => void sendAgain()}>
            {cartMessages.tryAgain}
          </Button>
        </>
      }
      onClose={close}
    >
      <p>{errorMessage(rejection.code)}</p>
    </ConfirmDialog>
  );
}
