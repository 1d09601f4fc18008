import { adminMessages } from '#pwa/messages/en-admin.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Question } from '#pwa/ui/question.tsx';

const { products } = adminMessages;

interface ClearQuestionProps {
  readonly onYes: () => void;
  readonly onClose: () => void;
}

/** Asks before everything that was written is gone. */
export const ClearQuestion = ({ onYes, onClose }: ClearQuestionProps) => (
  <Question
    title={products.resetQuestion}
    onClose={onClose}
    answers={
      <>
        <Button onClick={onClose}>{products.cancel}</Button>
        <Button
          look="primary"
          onClick={() => {
            onClose();
            onYes();
          }}
        >
          {products.yesClear}
        </Button>
      </>
    }
  />
);
