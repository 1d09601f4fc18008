import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { RichTextEditor } from '#pwa/features/rich-text/rich-text-editor.tsx';
import '#pwa/styles/tokens.css';
import '#pwa/styles/reset.css';
import { HtmlView } from '#pwa/ui/html/html-view.tsx';
import './page.css';
import { recordCall, testImages } from './test-images.ts';

const parameters = new URLSearchParams(location.search);
if (parameters.get('theme') === 'dark') document.documentElement.dataset['theme'] = 'dark';

/** Renders a form with only the editor, and the reported description as shoppers see it. */
function EditorPage() {
  const [html, setHtml] = useState(parameters.get('html') ?? '');
  const [isDisabled, setDisabled] = useState(false);
  useEffect(() => {
    Object.assign(globalThis, { setHtml, setDisabled });
  }, []);
  const onChange = (next: string): void => {
    recordCall(`change ${next}`);
    setHtml(next);
  };
  return (
    <main>
      <h1>Form</h1>
      <RichTextEditor
        label="Description"
        value={html}
        onChange={onChange}
        isDisabled={isDisabled}
        imageStore={testImages}
      />
      <button type="button">After the editor</button>
      <section aria-label="Shopper">
        <HtmlView html={html} />
      </section>
      <output aria-label="HTML">{html}</output>
    </main>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <EditorPage />
    </StrictMode>,
  );
}
