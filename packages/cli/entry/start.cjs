// A file of its own, since the oldest Nodes cannot parse it.
void import('./svc.js');
