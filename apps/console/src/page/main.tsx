import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import '@formwork/react/page.css';
import './page.css';

const root = document.querySelector('#root');
if (root !== null) createRoot(root).render(<App />);
