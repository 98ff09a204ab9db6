import { connect } from '@formwork/client';
import { createRoot } from 'react-dom/client';
import { Reservation } from './reservation.tsx';

// The page comes from the server of the agent, so it may call the agent without further ado.
const agent = await connect(window.location.origin);
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Reservation agent={agent} />);
