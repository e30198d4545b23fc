/* Soft wooden sounds, made when they are wanted: no file is loaded, and nothing sounds before the first touch, because
   browsers keep a page silent until then. */
import type { Motion } from "../core/types";
import { pageScope } from "./scope";
import { settings } from "./settings";

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

/* Only a touch or a key may wake the sound. Opening the device takes a while: not while the touch is answered. */
function wake(): void {
  if (!settings.choices.sound || typeof AudioContext === "undefined" || context?.state === "running") return;
  pageScope.timeout(60, () => {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
  });
}
pageScope.listen(window, ["pointerup", "keydown"], wake, { capture: true, passive: true });

function noiseOf(audio: AudioContext): AudioBuffer {
  if (noise) return noise;
  noise = audio.createBuffer(1, audio.sampleRate * 0.2, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return noise;
}

/** A knock on wood: a short burst through a narrow filter, and a low tone under it that dies away. */
function knock(at: number, pitch: number, loudness: number): void {
  const audio = context!;
  const start = audio.currentTime + at;
  const burst = new AudioBufferSourceNode(audio, { buffer: noiseOf(audio) });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch * 4, Q: 3 });
  const tone = new OscillatorNode(audio, { type: "sine", frequency: pitch });
  for (const [source, length, level] of [
    [burst.connect(filter), 0.05, 0.9],
    [tone, 0.11, 0.5],
  ] as const) {
    const gain = new GainNode(audio, { gain: 0 });
    gain.gain.setValueAtTime(loudness * level, start);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    source.connect(gain).connect(audio.destination);
  }
  burst.start(start, Math.random() * 0.1, 0.06);
  tone.start(start);
  tone.stop(start + 0.12);
}

/** It is one's turn at another table: one knock. */
export function soundOfTurn(): void {
  if (settings.choices.sound && context?.state === "running") knock(0, 260, 0.2);
}

const ARRIVES = 0.2; /* seconds a man travels */

/** What a move sounds like. */
export function soundOf(motions: Motion[], scored: boolean): void {
  if (!settings.choices.sound || context?.state !== "running") return;
  let at = 0;
  for (const { act } of motions) {
    if (act === "roll") for (const [index, pitch] of [310, 270, 340, 250].entries()) knock(0.06 * index, pitch, 0.1);
    else if (act === "travel") knock((at += settings.still ? 0 : ARRIVES), 190, 0.22);
    else if (act === "put") knock((at += at > 0 ? 0.12 : 0), 230, 0.2);
    else knock(at, 150, 0.12);
  }
  if (scored) for (const [index, pitch] of [392, 523].entries()) knock(at + 0.14 + 0.11 * index, pitch, 0.14);
}
