import { lazyMessages } from '#pwa/messages/en-lazy.ts';
import { errorMessage } from '#pwa/messages/error-messages.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import { reportCartFailure, useCartFailure } from './cart-failures.ts';
import { useCartRejections } from './use-cart-rejections.ts';

/** Alerts that a change of the cart failed: on this device, or because the server rejected it. */
export function CartAlert() {
  const failure = useCartFailure();
  const { rejection, sendAgain, discard, close } = useCartRejections();
  const { cart } = lazyMessages;
  if (failure) {
    const onClose = (): void => reportCartFailure(undefined);
    return (
      <ConfirmDialog
        title={cart.failures[failure.kind]}
        lang={cart.failureLanguage}
        actions={<Button onClick={onClose}>{cart.closeMessage}</Button>}
        onClose={onClose}
      >
        <p dir="auto">{failure.title}</p>
        <p>{cart.notKept}</p>
      </ConfirmDialog>
    );
  }
  if (!rejection) return null;
  return (
    <ConfirmDialog
      title={cart.failures[rejection.kind]}
      lang={cart.failureLanguage}
      actions={
        <>
          <Button onClick={() => void discard()}>{cart.giveUp}</Button>
          <Button look="primary" onClick={() => void sendAgain()}>
            {cart.tryAgain}
          </Button>
        </>
      }
      onClose={close}
    >
      <p>{errorMessage(rejection.code)}</p>
    </ConfirmDialog>
  );
}
