// The least that answers a POST in Node: parses the JSON it is sent and answers JSON. What everything is held against.
import { createServer } from 'node:http';

createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => (text += chunk));
  request.on('end', () => {
    const { lessonId = 0, status = 'none' } = text === '' ? {} : JSON.parse(text);
    const answer = JSON.stringify({ unit: { lessonId, status, rev: 1 }, changed: true });
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(answer) });
    response.end(answer);
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
