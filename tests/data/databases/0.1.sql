--
-- PostgreSQL database dump
--

\restrict BCW2FZHtjXWI3mGdLX2qQE0E9775oyfURTA97gudAXxNpgaoLGSYEuUULIf1JUP

-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: blocks; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.blocks (
    person text NOT NULL COLLATE pg_catalog."C",
    other text NOT NULL COLLATE pg_catalog."C"
);


--
-- Name: events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.events (
    game text NOT NULL COLLATE pg_catalog."C",
    seq bigint NOT NULL,
    "time" bigint NOT NULL,
    command text,
    body text NOT NULL
);


--
-- Name: games; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.games (
    id text NOT NULL COLLATE pg_catalog."C",
    spec text NOT NULL,
    state integer NOT NULL,
    secret integer NOT NULL,
    made bigint NOT NULL,
    changed bigint NOT NULL,
    deadline bigint,
    turn integer NOT NULL,
    plies integer NOT NULL,
    about text,
    wake bigint,
    unplayed bigint
)
WITH (fillfactor='80');


--
-- Name: marks; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.marks (
    kind integer NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    stamp bigint NOT NULL,
    uptime bigint NOT NULL
);


--
-- Name: meta; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.meta (
    key text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL
);


--
-- Name: TABLE meta; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON TABLE public.meta IS 'Ascona';


--
-- Name: orders; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.orders (
    number bigint NOT NULL,
    what text NOT NULL,
    id text NOT NULL
);


--
-- Name: orders_number_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.orders ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.orders_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: persons; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.persons (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    made bigint NOT NULL,
    seen bigint NOT NULL,
    merged text COLLATE pg_catalog."C"
);


--
-- Name: seats; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.seats (
    game text NOT NULL COLLATE pg_catalog."C",
    seat integer NOT NULL,
    person text COLLATE pg_catalog."C",
    engine integer NOT NULL
);


--
-- Name: secrets; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.secrets (
    hash bytea NOT NULL,
    kind integer NOT NULL,
    id text COLLATE pg_catalog."C",
    person text NOT NULL COLLATE pg_catalog."C",
    game text COLLATE pg_catalog."C",
    seat integer NOT NULL,
    label text,
    made bigint NOT NULL,
    seen bigint NOT NULL,
    expires bigint,
    taken text COLLATE pg_catalog."C"
);


--
-- Data for Name: blocks; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.blocks VALUES ('wvf53yrqbeze5wiu', '249kuz2a7sdju557');


--
-- Data for Name: events; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.events VALUES ('kk44h9x6j56zih2s', 1, 1794992288948, 'stored-plain', '{"n":1,"t":1794992288948,"type":"created","by":"wvf53yrqbeze5wiu","id":"stored-plain","game":"delta:size=5,pawns=9,scoring=points","clock":{"kind":"none"},"seats":[{"person":"wvf53yrqbeze5wiu"},{}],"toss":false,"private":false}');
INSERT INTO public.events VALUES ('kk44h9x6j56zih2s', 2, 1794992288954, 'stored-0', '{"n":2,"t":1794992288954,"type":"seated","by":"trihuzr7u6ui54xa","id":"stored-0","seat":2}');
INSERT INTO public.events VALUES ('kk44h9x6j56zih2s', 3, 1794992288954, NULL, '{"n":3,"t":1794992288954,"type":"started","by":"trihuzr7u6ui54xa","id":"stored-0","seats":[{"person":"wvf53yrqbeze5wiu"},{"person":"trihuzr7u6ui54xa"}]}');
INSERT INTO public.events VALUES ('kk44h9x6j56zih2s', 4, 1794992288973, 'stored-1', '{"n":4,"t":1794992288973,"type":"moved","by":"wvf53yrqbeze5wiu","id":"stored-1","seat":1,"move":"b3"}');
INSERT INTO public.events VALUES ('kk44h9x6j56zih2s', 5, 1794992288989, 'stored-2', '{"n":5,"t":1794992288989,"type":"moved","by":"trihuzr7u6ui54xa","id":"stored-2","seat":2,"move":"d1"}');
INSERT INTO public.events VALUES ('kk44h9x6j56zih2s', 6, 1794992289007, 'stored-3', '{"n":6,"t":1794992289007,"type":"moved","by":"wvf53yrqbeze5wiu","id":"stored-3","seat":1,"move":"b3-b5"}');
INSERT INTO public.events VALUES ('kk44h9x6j56zih2s', 7, 1794992289022, 'stored-4', '{"n":7,"t":1794992289022,"type":"moved","by":"trihuzr7u6ui54xa","id":"stored-4","seat":2,"move":"e5"}');
INSERT INTO public.events VALUES ('kk44h9x6j56zih2s', 8, 1794992289038, 'stored-5', '{"n":8,"t":1794992289038,"type":"moved","by":"wvf53yrqbeze5wiu","id":"stored-5","seat":1,"move":"b5-e2"}');
INSERT INTO public.events VALUES ('kk44h9x6j56zih2s', 9, 1794992289045, 'stored-6', '{"n":9,"t":1794992289045,"type":"offered","by":"wvf53yrqbeze5wiu","id":"stored-6","seat":1,"offer":"take-back"}');
INSERT INTO public.events VALUES ('kk44h9x6j56zih2s', 10, 1794992289048, 'stored-7', '{"n":10,"t":1794992289048,"type":"accepted","by":"trihuzr7u6ui54xa","id":"stored-7","seat":2,"offer":"take-back"}');
INSERT INTO public.events VALUES ('kk44h9x6j56zih2s', 11, 1794992289048, NULL, '{"n":11,"t":1794992289048,"type":"taken-back","by":"trihuzr7u6ui54xa","id":"stored-7","seat":1,"plies":1}');
INSERT INTO public.events VALUES ('x3hyyc9xdnqbqiw7', 1, 1794992289052, 'stored-days', '{"n":1,"t":1794992289052,"type":"created","by":"wvf53yrqbeze5wiu","id":"stored-days","game":"kulami:level=0,board=aabcccdd/aabeefdd/ggbeefdd/gghhhiii/jjhhhkkl/mnnookkl/mnnpppqq/mnnpppqq","clock":{"kind":"days","days":3},"seats":[{"person":"wvf53yrqbeze5wiu"},{}],"toss":false,"private":false}');
INSERT INTO public.events VALUES ('x3hyyc9xdnqbqiw7', 2, 1794992289056, 'stored-8', '{"n":2,"t":1794992289056,"type":"seated","by":"6khm3uk922wrrbz9","id":"stored-8","seat":2}');
INSERT INTO public.events VALUES ('x3hyyc9xdnqbqiw7', 3, 1794992289056, NULL, '{"n":3,"t":1794992289056,"type":"started","by":"6khm3uk922wrrbz9","id":"stored-8","seats":[{"person":"wvf53yrqbeze5wiu"},{"person":"6khm3uk922wrrbz9"}],"clocks":[259200000,259200000],"running":1}');
INSERT INTO public.events VALUES ('x3hyyc9xdnqbqiw7', 4, 1794992289074, 'stored-9', '{"n":4,"t":1794992289074,"type":"moved","by":"wvf53yrqbeze5wiu","id":"stored-9","seat":1,"move":"a8","clocks":[259200000,259200000],"running":2}');
INSERT INTO public.events VALUES ('x3hyyc9xdnqbqiw7', 5, 1794992289094, 'stored-10', '{"n":5,"t":1794992289094,"type":"moved","by":"6khm3uk922wrrbz9","id":"stored-10","seat":2,"move":"a3","clocks":[259200000,259200000],"running":1}');
INSERT INTO public.events VALUES ('x3hyyc9xdnqbqiw7', 6, 1794992289109, 'stored-11', '{"n":6,"t":1794992289109,"type":"moved","by":"wvf53yrqbeze5wiu","id":"stored-11","seat":1,"move":"a5","clocks":[259200000,259200000],"running":2}');
INSERT INTO public.events VALUES ('x3hyyc9xdnqbqiw7', 7, 1794992289124, 'stored-12', '{"n":7,"t":1794992289124,"type":"moved","by":"6khm3uk922wrrbz9","id":"stored-12","seat":2,"move":"e5","clocks":[259200000,259200000],"running":1}');
INSERT INTO public.events VALUES ('x3hyyc9xdnqbqiw7', 8, 1794992289137, 'stored-13', '{"n":8,"t":1794992289137,"type":"moved","by":"wvf53yrqbeze5wiu","id":"stored-13","seat":1,"move":"h5","clocks":[259200000,259200000],"running":2}');
INSERT INTO public.events VALUES ('x3hyyc9xdnqbqiw7', 9, 1794992289150, 'stored-14', '{"n":9,"t":1794992289150,"type":"moved","by":"6khm3uk922wrrbz9","id":"stored-14","seat":2,"move":"h2","clocks":[259200000,259200000],"running":1}');
INSERT INTO public.events VALUES ('x3hyyc9xdnqbqiw7', 10, 1794992289158, 'stored-15', '{"n":10,"t":1794992289158,"type":"time-given","by":"wvf53yrqbeze5wiu","id":"stored-15","seat":2,"given":60000,"clocks":[259199992,259260000],"running":1}');
INSERT INTO public.events VALUES ('g6twbj5ic7hgxjbs', 1, 1794992289160, 'stored-three', '{"n":1,"t":1794992289160,"type":"created","by":"wvf53yrqbeze5wiu","id":"stored-three","game":"delfino:players=3,die=234,layout=free","clock":{"kind":"time","seconds":600,"increment":5},"seats":[{"person":"wvf53yrqbeze5wiu"},{},{}],"toss":false,"private":false}');
INSERT INTO public.events VALUES ('g6twbj5ic7hgxjbs', 2, 1794992289165, 'stored-16', '{"n":2,"t":1794992289165,"type":"seated","by":"trihuzr7u6ui54xa","id":"stored-16","seat":2}');
INSERT INTO public.events VALUES ('g6twbj5ic7hgxjbs', 3, 1794992289168, 'stored-17', '{"n":3,"t":1794992289168,"type":"seated","by":"6khm3uk922wrrbz9","id":"stored-17","seat":3}');
INSERT INTO public.events VALUES ('g6twbj5ic7hgxjbs', 4, 1794992289168, NULL, '{"n":4,"t":1794992289168,"type":"started","by":"6khm3uk922wrrbz9","id":"stored-17","seats":[{"person":"wvf53yrqbeze5wiu"},{"person":"trihuzr7u6ui54xa"},{"person":"6khm3uk922wrrbz9"}],"clocks":[600000,600000,600000],"running":0}');
INSERT INTO public.events VALUES ('g6twbj5ic7hgxjbs', 5, 1794992289182, 'stored-18', '{"n":5,"t":1794992289182,"type":"moved","by":"wvf53yrqbeze5wiu","id":"stored-18","seat":1,"move":"5.5","clocks":[600000,600000,600000],"running":0}');
INSERT INTO public.events VALUES ('g6twbj5ic7hgxjbs', 6, 1794992289195, 'stored-19', '{"n":6,"t":1794992289195,"type":"moved","by":"trihuzr7u6ui54xa","id":"stored-19","seat":2,"move":"5.1","clocks":[600000,600000,600000],"running":0}');
INSERT INTO public.events VALUES ('g6twbj5ic7hgxjbs', 7, 1794992289208, 'stored-20', '{"n":7,"t":1794992289208,"type":"moved","by":"6khm3uk922wrrbz9","id":"stored-20","seat":3,"move":"1.5","clocks":[600000,600000,600000],"running":1}');
INSERT INTO public.events VALUES ('g6twbj5ic7hgxjbs', 8, 1794992289212, 'stored-21', '{"n":8,"t":1794992289212,"type":"rolled","by":"wvf53yrqbeze5wiu","id":"stored-21","seat":1,"move":"r2","clocks":[599996,600000,600000],"running":1}');
INSERT INTO public.events VALUES ('g6twbj5ic7hgxjbs', 9, 1794992289229, 'stored-22', '{"n":9,"t":1794992289229,"type":"moved","by":"wvf53yrqbeze5wiu","id":"stored-22","seat":1,"move":"sw2","clocks":[604979,600000,600000],"running":2}');
INSERT INTO public.events VALUES ('g6twbj5ic7hgxjbs', 10, 1794992289233, 'stored-23', '{"n":10,"t":1794992289233,"type":"rolled","by":"trihuzr7u6ui54xa","id":"stored-23","seat":2,"move":"r4","clocks":[604979,599996,600000],"running":2}');
INSERT INTO public.events VALUES ('g6twbj5ic7hgxjbs', 11, 1794992289249, 'stored-24', '{"n":11,"t":1794992289249,"type":"moved","by":"trihuzr7u6ui54xa","id":"stored-24","seat":2,"move":"w4","clocks":[604979,604980,600000],"running":3}');
INSERT INTO public.events VALUES ('g6twbj5ic7hgxjbs', 12, 1794992289253, 'stored-25', '{"n":12,"t":1794992289253,"type":"rolled","by":"6khm3uk922wrrbz9","id":"stored-25","seat":3,"move":"r4","clocks":[604979,604980,599996],"running":3}');
INSERT INTO public.events VALUES ('g6twbj5ic7hgxjbs', 13, 1794992289268, 'stored-26', '{"n":13,"t":1794992289268,"type":"moved","by":"6khm3uk922wrrbz9","id":"stored-26","seat":3,"move":"s2","clocks":[604979,604980,599981],"running":3}');
INSERT INTO public.events VALUES ('g6twbj5ic7hgxjbs', 14, 1794992289284, 'stored-27', '{"n":14,"t":1794992289284,"type":"moved","by":"6khm3uk922wrrbz9","id":"stored-27","seat":3,"move":"turn","clocks":[604979,604980,599965],"running":3}');
INSERT INTO public.events VALUES ('g6twbj5ic7hgxjbs', 15, 1794992289298, 'stored-28', '{"n":15,"t":1794992289298,"type":"moved","by":"6khm3uk922wrrbz9","id":"stored-28","seat":3,"move":"e1","clocks":[604979,604980,604951],"running":1}');
INSERT INTO public.events VALUES ('g6twbj5ic7hgxjbs', 16, 1794992289302, 'stored-29', '{"n":16,"t":1794992289302,"type":"rolled","by":"wvf53yrqbeze5wiu","id":"stored-29","seat":1,"move":"r2","clocks":[604975,604980,604951],"running":1}');
INSERT INTO public.events VALUES ('g6twbj5ic7hgxjbs', 17, 1794992289317, 'stored-30', '{"n":17,"t":1794992289317,"type":"moved","by":"wvf53yrqbeze5wiu","id":"stored-30","seat":1,"move":"w2","clocks":[609960,604980,604951],"running":2}');
INSERT INTO public.events VALUES ('g6twbj5ic7hgxjbs', 18, 1794992289325, 'stored-31', '{"n":18,"t":1794992289325,"type":"rolled","by":"trihuzr7u6ui54xa","id":"stored-31","seat":2,"move":"r2","clocks":[609960,604972,604951],"running":2}');
INSERT INTO public.events VALUES ('97thdy4wykyab4s6', 1, 1794992289329, 'stored-private', '{"n":1,"t":1794992289329,"type":"created","by":"trihuzr7u6ui54xa","id":"stored-private","game":"neo-delta:scoring=points","clock":{"kind":"time","seconds":600,"increment":5},"seats":[{"person":"trihuzr7u6ui54xa"},{}],"toss":false,"private":true}');
INSERT INTO public.events VALUES ('97thdy4wykyab4s6', 2, 1794992289333, 'stored-32', '{"n":2,"t":1794992289333,"type":"seated","by":"6khm3uk922wrrbz9","id":"stored-32","seat":2}');
INSERT INTO public.events VALUES ('97thdy4wykyab4s6', 3, 1794992289333, NULL, '{"n":3,"t":1794992289333,"type":"started","by":"6khm3uk922wrrbz9","id":"stored-32","seats":[{"person":"trihuzr7u6ui54xa"},{"person":"6khm3uk922wrrbz9"}],"clocks":[600000,600000],"running":0}');
INSERT INTO public.events VALUES ('97thdy4wykyab4s6', 4, 1794992289351, 'stored-33', '{"n":4,"t":1794992289351,"type":"moved","by":"trihuzr7u6ui54xa","id":"stored-33","seat":1,"move":"b2","clocks":[600000,600000],"running":0}');
INSERT INTO public.events VALUES ('97thdy4wykyab4s6', 5, 1794992289367, 'stored-34', '{"n":5,"t":1794992289367,"type":"moved","by":"6khm3uk922wrrbz9","id":"stored-34","seat":2,"move":"c4","clocks":[600000,600000],"running":1}');
INSERT INTO public.events VALUES ('97thdy4wykyab4s6', 6, 1794992289388, 'stored-35', '{"n":6,"t":1794992289388,"type":"moved","by":"trihuzr7u6ui54xa","id":"stored-35","seat":1,"move":"b2-d2","clocks":[604979,600000],"running":2}');
INSERT INTO public.events VALUES ('97thdy4wykyab4s6', 7, 1794992289402, 'stored-36', '{"n":7,"t":1794992289402,"type":"moved","by":"6khm3uk922wrrbz9","id":"stored-36","seat":2,"move":"c4-e4","clocks":[604979,604986],"running":1}');
INSERT INTO public.events VALUES ('hiuc2fh69wagf4gr', 1, 1794992289406, 'stored-engine', '{"n":1,"t":1794992289406,"type":"created","by":"wvf53yrqbeze5wiu","id":"stored-engine","game":"delta:size=4,pawns=4,scoring=points","clock":{"kind":"none"},"seats":[{"person":"wvf53yrqbeze5wiu"},{"level":1}],"toss":false,"private":false}');
INSERT INTO public.events VALUES ('hiuc2fh69wagf4gr', 2, 1794992289406, NULL, '{"n":2,"t":1794992289406,"type":"started","by":"wvf53yrqbeze5wiu","id":"stored-engine","seats":[{"person":"wvf53yrqbeze5wiu"},{"level":1}]}');
INSERT INTO public.events VALUES ('hiuc2fh69wagf4gr', 3, 1794992289427, 'stored-37', '{"n":3,"t":1794992289427,"type":"moved","by":"wvf53yrqbeze5wiu","id":"stored-37","seat":1,"move":"b4"}');
INSERT INTO public.events VALUES ('hiuc2fh69wagf4gr', 4, 1794992289431, NULL, '{"n":4,"t":1794992289431,"type":"moved","seat":2,"move":"d1"}');
INSERT INTO public.events VALUES ('hiuc2fh69wagf4gr', 5, 1794992289448, 'stored-38', '{"n":5,"t":1794992289448,"type":"moved","by":"wvf53yrqbeze5wiu","id":"stored-38","seat":1,"move":"b4-d2"}');
INSERT INTO public.events VALUES ('hiuc2fh69wagf4gr', 6, 1794992289453, NULL, '{"n":6,"t":1794992289453,"type":"moved","seat":2,"move":"b3"}');
INSERT INTO public.events VALUES ('xkvxvdcfirjyrh3t', 1, 1794992289475, 'stored-offered', '{"n":1,"t":1794992289475,"type":"created","by":"6khm3uk922wrrbz9","id":"stored-offered","game":"circle-delta:board=chain,rings=4,petals=4,men=10,reds=4,greens=4,draw=quiet","clock":{"kind":"none"},"seats":[{"person":"6khm3uk922wrrbz9"},{}],"toss":false,"private":false}');
INSERT INTO public.events VALUES ('xkvxvdcfirjyrh3t', 2, 1794992289480, 'stored-39', '{"n":2,"t":1794992289480,"type":"seated","by":"trihuzr7u6ui54xa","id":"stored-39","seat":2}');
INSERT INTO public.events VALUES ('xkvxvdcfirjyrh3t', 3, 1794992289480, NULL, '{"n":3,"t":1794992289480,"type":"started","by":"trihuzr7u6ui54xa","id":"stored-39","seats":[{"person":"6khm3uk922wrrbz9"},{"person":"trihuzr7u6ui54xa"}]}');
INSERT INTO public.events VALUES ('xkvxvdcfirjyrh3t', 4, 1794992289505, 'stored-40', '{"n":4,"t":1794992289505,"type":"moved","by":"6khm3uk922wrrbz9","id":"stored-40","seat":1,"move":"a8"}');
INSERT INTO public.events VALUES ('xkvxvdcfirjyrh3t', 5, 1794992289528, 'stored-41', '{"n":5,"t":1794992289528,"type":"moved","by":"trihuzr7u6ui54xa","id":"stored-41","seat":2,"move":"b8"}');
INSERT INTO public.events VALUES ('xkvxvdcfirjyrh3t', 6, 1794992289550, 'stored-42', '{"n":6,"t":1794992289550,"type":"moved","by":"6khm3uk922wrrbz9","id":"stored-42","seat":1,"move":"c8"}');
INSERT INTO public.events VALUES ('xkvxvdcfirjyrh3t', 7, 1794992289553, 'stored-43', '{"n":7,"t":1794992289553,"type":"offered","by":"trihuzr7u6ui54xa","id":"stored-43","seat":2,"offer":"draw"}');
INSERT INTO public.events VALUES ('25eaveex93makwpt', 1, 1794992289555, 'stored-ended', '{"n":1,"t":1794992289555,"type":"created","by":"wvf53yrqbeze5wiu","id":"stored-ended","game":"kulami:level=2,board=aabcccdd/aabeefdd/ggbeefdd/gghhhiii/jjhhhkkl/mnnookkl/mnnpppqq/mnnpppqq","clock":{"kind":"none"},"seats":[{"person":"wvf53yrqbeze5wiu"},{}],"toss":false,"private":false}');
INSERT INTO public.events VALUES ('25eaveex93makwpt', 2, 1794992289558, 'stored-44', '{"n":2,"t":1794992289558,"type":"seated","by":"trihuzr7u6ui54xa","id":"stored-44","seat":2}');
INSERT INTO public.events VALUES ('25eaveex93makwpt', 3, 1794992289558, NULL, '{"n":3,"t":1794992289558,"type":"started","by":"trihuzr7u6ui54xa","id":"stored-44","seats":[{"person":"wvf53yrqbeze5wiu"},{"person":"trihuzr7u6ui54xa"}]}');
INSERT INTO public.events VALUES ('25eaveex93makwpt', 4, 1794992289571, 'stored-45', '{"n":4,"t":1794992289571,"type":"moved","by":"wvf53yrqbeze5wiu","id":"stored-45","seat":1,"move":"a8"}');
INSERT INTO public.events VALUES ('25eaveex93makwpt', 5, 1794992289588, 'stored-46', '{"n":5,"t":1794992289588,"type":"moved","by":"trihuzr7u6ui54xa","id":"stored-46","seat":2,"move":"a3"}');
INSERT INTO public.events VALUES ('25eaveex93makwpt', 6, 1794992289600, 'stored-47', '{"n":6,"t":1794992289600,"type":"moved","by":"wvf53yrqbeze5wiu","id":"stored-47","seat":1,"move":"a5"}');
INSERT INTO public.events VALUES ('25eaveex93makwpt', 7, 1794992289613, 'stored-48', '{"n":7,"t":1794992289613,"type":"moved","by":"trihuzr7u6ui54xa","id":"stored-48","seat":2,"move":"e5"}');
INSERT INTO public.events VALUES ('25eaveex93makwpt', 8, 1794992289616, 'stored-49', '{"n":8,"t":1794992289616,"type":"left","by":"trihuzr7u6ui54xa","id":"stored-49","seat":2,"cause":"given-up"}');
INSERT INTO public.events VALUES ('25eaveex93makwpt', 9, 1794992289616, NULL, '{"n":9,"t":1794992289616,"type":"ended","by":"trihuzr7u6ui54xa","id":"stored-49","cause":"given-up","points":[55,0],"places":[1,2]}');
INSERT INTO public.events VALUES ('25eaveex93makwpt', 10, 1794992289619, 'stored-50', '{"n":10,"t":1794992289619,"type":"offered","by":"wvf53yrqbeze5wiu","id":"stored-50","seat":1,"offer":"rematch"}');
INSERT INTO public.events VALUES ('25eaveex93makwpt', 11, 1794992289621, 'stored-51', '{"n":11,"t":1794992289621,"type":"accepted","by":"trihuzr7u6ui54xa","id":"stored-51","seat":2,"offer":"rematch"}');
INSERT INTO public.events VALUES ('25eaveex93makwpt', 12, 1794992289621, NULL, '{"n":12,"t":1794992289621,"type":"rematch","by":"trihuzr7u6ui54xa","id":"stored-51","next":"4q8twh9pphjkxtq7"}');
INSERT INTO public.events VALUES ('4q8twh9pphjkxtq7', 1, 1794992289621, NULL, '{"n":1,"t":1794992289621,"type":"created","by":"wvf53yrqbeze5wiu","game":"kulami:level=2,board=aabcccdd/aabeefdd/ggbeefdd/gghhhiii/jjhhhkkl/mnnookkl/mnnpppqq/mnnpppqq","clock":{"kind":"none"},"seats":[{"person":"trihuzr7u6ui54xa"},{"person":"wvf53yrqbeze5wiu"}],"toss":false,"private":false,"before":"25eaveex93makwpt"}');
INSERT INTO public.events VALUES ('4q8twh9pphjkxtq7', 2, 1794992289621, NULL, '{"n":2,"t":1794992289621,"type":"started","by":"wvf53yrqbeze5wiu","seats":[{"person":"trihuzr7u6ui54xa"},{"person":"wvf53yrqbeze5wiu"}]}');
INSERT INTO public.events VALUES ('4q8twh9pphjkxtq7', 3, 1794992289636, 'stored-52', '{"n":3,"t":1794992289636,"type":"moved","by":"trihuzr7u6ui54xa","id":"stored-52","seat":1,"move":"a8"}');
INSERT INTO public.events VALUES ('4q8twh9pphjkxtq7', 4, 1794992289648, 'stored-53', '{"n":4,"t":1794992289648,"type":"moved","by":"wvf53yrqbeze5wiu","id":"stored-53","seat":2,"move":"a3"}');
INSERT INTO public.events VALUES ('9m2jxur8zrrgnvyw', 1, 1794992289651, 'stored-match', '{"n":1,"t":1794992289651,"type":"created","by":"wvf53yrqbeze5wiu","id":"stored-match","game":"delta:size=5,pawns=9,scoring=points","clock":{"kind":"none"},"seats":[{"person":"wvf53yrqbeze5wiu"},{}],"toss":false,"private":false,"match":{"games":3,"game":0,"points":[0,0]}}');
INSERT INTO public.events VALUES ('9m2jxur8zrrgnvyw', 2, 1794992289654, 'stored-54', '{"n":2,"t":1794992289654,"type":"seated","by":"trihuzr7u6ui54xa","id":"stored-54","seat":2}');
INSERT INTO public.events VALUES ('9m2jxur8zrrgnvyw', 3, 1794992289654, NULL, '{"n":3,"t":1794992289654,"type":"started","by":"trihuzr7u6ui54xa","id":"stored-54","seats":[{"person":"wvf53yrqbeze5wiu"},{"person":"trihuzr7u6ui54xa"}]}');
INSERT INTO public.events VALUES ('9m2jxur8zrrgnvyw', 4, 1794992289666, 'stored-55', '{"n":4,"t":1794992289666,"type":"moved","by":"wvf53yrqbeze5wiu","id":"stored-55","seat":1,"move":"b3"}');
INSERT INTO public.events VALUES ('9m2jxur8zrrgnvyw', 5, 1794992289680, 'stored-56', '{"n":5,"t":1794992289680,"type":"moved","by":"trihuzr7u6ui54xa","id":"stored-56","seat":2,"move":"d1"}');
INSERT INTO public.events VALUES ('9m2jxur8zrrgnvyw', 6, 1794992289683, 'stored-57', '{"n":6,"t":1794992289683,"type":"left","by":"wvf53yrqbeze5wiu","id":"stored-57","seat":1,"cause":"given-up"}');
INSERT INTO public.events VALUES ('9m2jxur8zrrgnvyw', 7, 1794992289683, NULL, '{"n":7,"t":1794992289683,"type":"ended","by":"wvf53yrqbeze5wiu","id":"stored-57","cause":"given-up","points":[0,23],"places":[2,1]}');
INSERT INTO public.events VALUES ('9m2jxur8zrrgnvyw', 8, 1794992289683, NULL, '{"n":8,"t":1794992289683,"type":"rematch","by":"wvf53yrqbeze5wiu","id":"stored-57","next":"enfkvvv74hswizji"}');
INSERT INTO public.events VALUES ('enfkvvv74hswizji', 1, 1794992289683, NULL, '{"n":1,"t":1794992289683,"type":"created","by":"wvf53yrqbeze5wiu","game":"delta:size=5,pawns=9,scoring=points","clock":{"kind":"none"},"seats":[{"person":"trihuzr7u6ui54xa"},{"person":"wvf53yrqbeze5wiu"}],"toss":false,"private":false,"match":{"games":3,"game":1,"points":[23,0]},"before":"9m2jxur8zrrgnvyw"}');
INSERT INTO public.events VALUES ('enfkvvv74hswizji', 2, 1794992289683, NULL, '{"n":2,"t":1794992289683,"type":"started","by":"wvf53yrqbeze5wiu","seats":[{"person":"trihuzr7u6ui54xa"},{"person":"wvf53yrqbeze5wiu"}]}');
INSERT INTO public.events VALUES ('enfkvvv74hswizji', 3, 1794992289701, 'stored-58', '{"n":3,"t":1794992289701,"type":"moved","by":"trihuzr7u6ui54xa","id":"stored-58","seat":1,"move":"b3"}');
INSERT INTO public.events VALUES ('enfkvvv74hswizji', 4, 1794992289715, 'stored-59', '{"n":4,"t":1794992289715,"type":"moved","by":"wvf53yrqbeze5wiu","id":"stored-59","seat":2,"move":"d1"}');
INSERT INTO public.events VALUES ('a96vq67p84q7m2rr', 1, 1794992289717, 'stored-merged', '{"n":1,"t":1794992289717,"type":"created","by":"fh73w2g2h3kxg4df","id":"stored-merged","game":"delta:size=5,pawns=9,scoring=points","clock":{"kind":"none"},"seats":[{"person":"fh73w2g2h3kxg4df"},{}],"toss":false,"private":false}');
INSERT INTO public.events VALUES ('a96vq67p84q7m2rr', 2, 1794992289721, 'stored-60', '{"n":2,"t":1794992289721,"type":"seated","by":"trihuzr7u6ui54xa","id":"stored-60","seat":2}');
INSERT INTO public.events VALUES ('a96vq67p84q7m2rr', 3, 1794992289721, NULL, '{"n":3,"t":1794992289721,"type":"started","by":"trihuzr7u6ui54xa","id":"stored-60","seats":[{"person":"fh73w2g2h3kxg4df"},{"person":"trihuzr7u6ui54xa"}]}');
INSERT INTO public.events VALUES ('a96vq67p84q7m2rr', 4, 1794992289743, 'stored-61', '{"n":4,"t":1794992289743,"type":"moved","by":"fh73w2g2h3kxg4df","id":"stored-61","seat":1,"move":"b3"}');
INSERT INTO public.events VALUES ('a96vq67p84q7m2rr', 5, 1794992289757, 'stored-62', '{"n":5,"t":1794992289757,"type":"moved","by":"trihuzr7u6ui54xa","id":"stored-62","seat":2,"move":"d1"}');
INSERT INTO public.events VALUES ('a96vq67p84q7m2rr', 6, 1794992289770, 'stored-63', '{"n":6,"t":1794992289770,"type":"moved","by":"fh73w2g2h3kxg4df","id":"stored-63","seat":1,"move":"b3-b5"}');
INSERT INTO public.events VALUES ('fd4g4mqv439a5tsr', 1, 1794992289773, 'stored-ordered', '{"n":1,"t":1794992289773,"type":"created","by":"wvf53yrqbeze5wiu","id":"stored-ordered","game":"delta:size=5,pawns=9,scoring=points","clock":{"kind":"none"},"seats":[{"person":"wvf53yrqbeze5wiu"},{}],"toss":false,"private":false}');
INSERT INTO public.events VALUES ('fd4g4mqv439a5tsr', 2, 1794992289777, 'stored-64', '{"n":2,"t":1794992289777,"type":"seated","by":"trihuzr7u6ui54xa","id":"stored-64","seat":2}');
INSERT INTO public.events VALUES ('fd4g4mqv439a5tsr', 3, 1794992289777, NULL, '{"n":3,"t":1794992289777,"type":"started","by":"trihuzr7u6ui54xa","id":"stored-64","seats":[{"person":"wvf53yrqbeze5wiu"},{"person":"trihuzr7u6ui54xa"}]}');
INSERT INTO public.events VALUES ('fd4g4mqv439a5tsr', 4, 1794992289796, 'stored-65', '{"n":4,"t":1794992289796,"type":"moved","by":"wvf53yrqbeze5wiu","id":"stored-65","seat":1,"move":"b3"}');
INSERT INTO public.events VALUES ('fd4g4mqv439a5tsr', 5, 1794992289811, 'stored-66', '{"n":5,"t":1794992289811,"type":"moved","by":"trihuzr7u6ui54xa","id":"stored-66","seat":2,"move":"d1"}');
INSERT INTO public.events VALUES ('nqb7rrsuby22da74', 1, 1794992289814, 'stored-unclaimed', '{"n":1,"t":1794992289814,"type":"created","by":"wvf53yrqbeze5wiu","id":"stored-unclaimed","game":"delta:size=5,pawns=9,scoring=points","clock":{"kind":"none"},"seats":[{"person":"wvf53yrqbeze5wiu"},{}],"toss":false,"private":false}');
INSERT INTO public.events VALUES ('wubpdvatatcaj4xx', 1, 1794992289818, 'stored-claimed', '{"n":1,"t":1794992289818,"type":"created","by":"wvf53yrqbeze5wiu","id":"stored-claimed","game":"delfino:players=3,die=234,layout=free","clock":{"kind":"none"},"seats":[{"person":"wvf53yrqbeze5wiu"},{},{}],"toss":false,"private":false}');
INSERT INTO public.events VALUES ('wubpdvatatcaj4xx', 2, 1794992289821, 'stored-67', '{"n":2,"t":1794992289821,"type":"seated","by":"trihuzr7u6ui54xa","id":"stored-67","seat":2}');


--
-- Data for Name: games; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.games VALUES ('kk44h9x6j56zih2s', 'delta:size=5,pawns=9,scoring=points', 1, 0, 1794992288948, 1794992289048, 1826528289048, 0, 5, '{"game":"delta:size=5,pawns=9,scoring=points","clock":{"kind":"none"},"seats":[{"person":"wvf53yrqbeze5wiu"},{"person":"trihuzr7u6ui54xa"}],"toss":false,"private":false}', 1826528289048, NULL);
INSERT INTO public.games VALUES ('g6twbj5ic7hgxjbs', 'delfino:players=3,die=234,layout=free', 1, 0, 1794992289160, 1794992289325, 1794992894597, 1, 14, '{"game":"delfino:players=3,die=234,layout=free","clock":{"kind":"time","seconds":600,"increment":5},"seats":[{"person":"wvf53yrqbeze5wiu"},{"person":"trihuzr7u6ui54xa"},{"person":"6khm3uk922wrrbz9"}],"toss":false,"private":false}', 1794992889508, NULL);
INSERT INTO public.games VALUES ('x3hyyc9xdnqbqiw7', 'kulami:level=0,board=aabcccdd/aabeefdd/ggbeefdd/gghhhiii/jjhhhkkl/mnnookkl/mnnpppqq/mnnpppqq', 1, 0, 1794992289052, 1794992289158, 1795251489450, 0, 6, '{"game":"kulami:level=0,board=aabcccdd/aabeefdd/ggbeefdd/gghhhiii/jjhhhkkl/mnnookkl/mnnpppqq/mnnpppqq","clock":{"kind":"days","days":3},"seats":[{"person":"wvf53yrqbeze5wiu"},{"person":"6khm3uk922wrrbz9"}],"toss":false,"private":false}', 1795251489450, NULL);
INSERT INTO public.games VALUES ('xkvxvdcfirjyrh3t', 'circle-delta:board=chain,rings=4,petals=4,men=10,reds=4,greens=4,draw=quiet', 1, 0, 1794992289475, 1794992289553, 1826528289553, 1, 3, '{"game":"circle-delta:board=chain,rings=4,petals=4,men=10,reds=4,greens=4,draw=quiet","clock":{"kind":"none"},"seats":[{"person":"6khm3uk922wrrbz9"},{"person":"trihuzr7u6ui54xa"}],"toss":false,"private":false}', 1826528289553, NULL);
INSERT INTO public.games VALUES ('97thdy4wykyab4s6', 'neo-delta:scoring=points', 1, 1, 1794992289329, 1794992289402, 1794992894681, 0, 4, '{"game":"neo-delta:scoring=points","clock":{"kind":"time","seconds":600,"increment":5},"seats":[{"person":"trihuzr7u6ui54xa"},{"person":"6khm3uk922wrrbz9"}],"toss":false,"private":true}', 1794992889667, NULL);
INSERT INTO public.games VALUES ('hiuc2fh69wagf4gr', 'delta:size=4,pawns=4,scoring=points', 1, 0, 1794992289406, 1794992289453, 1826528289453, 0, 4, '{"game":"delta:size=4,pawns=4,scoring=points","clock":{"kind":"none"},"seats":[{"person":"wvf53yrqbeze5wiu"},{"level":1}],"toss":false,"private":false}', 1826528289406, NULL);
INSERT INTO public.games VALUES ('25eaveex93makwpt', 'kulami:level=2,board=aabcccdd/aabeefdd/ggbeefdd/gghhhiii/jjhhhkkl/mnnookkl/mnnpppqq/mnnpppqq', 2, 0, 1794992289555, 1794992289621, NULL, -1, 4, '{"game":"kulami:level=2,board=aabcccdd/aabeefdd/ggbeefdd/gghhhiii/jjhhhkkl/mnnookkl/mnnpppqq/mnnpppqq","clock":{"kind":"none"},"seats":[{"person":"wvf53yrqbeze5wiu"},{"person":"trihuzr7u6ui54xa"}],"toss":false,"private":false,"cause":"given-up","points":[55,0],"places":[1,2],"next":"4q8twh9pphjkxtq7"}', NULL, NULL);
INSERT INTO public.games VALUES ('4q8twh9pphjkxtq7', 'kulami:level=2,board=aabcccdd/aabeefdd/ggbeefdd/gghhhiii/jjhhhkkl/mnnookkl/mnnpppqq/mnnpppqq', 1, 0, 1794992289621, 1794992289648, 1826528289648, 0, 2, '{"game":"kulami:level=2,board=aabcccdd/aabeefdd/ggbeefdd/gghhhiii/jjhhhkkl/mnnookkl/mnnpppqq/mnnpppqq","clock":{"kind":"none"},"seats":[{"person":"trihuzr7u6ui54xa"},{"person":"wvf53yrqbeze5wiu"}],"toss":false,"private":false,"before":"25eaveex93makwpt"}', 1826528289621, NULL);
INSERT INTO public.games VALUES ('9m2jxur8zrrgnvyw', 'delta:size=5,pawns=9,scoring=points', 2, 0, 1794992289651, 1794992289683, NULL, -1, 2, '{"game":"delta:size=5,pawns=9,scoring=points","clock":{"kind":"none"},"seats":[{"person":"wvf53yrqbeze5wiu"},{"person":"trihuzr7u6ui54xa"}],"toss":false,"private":false,"match":{"games":3,"game":0,"points":[0,0]},"cause":"given-up","points":[0,23],"places":[2,1],"next":"enfkvvv74hswizji"}', NULL, NULL);
INSERT INTO public.games VALUES ('enfkvvv74hswizji', 'delta:size=5,pawns=9,scoring=points', 1, 0, 1794992289683, 1794992289715, 1826528289715, 0, 2, '{"game":"delta:size=5,pawns=9,scoring=points","clock":{"kind":"none"},"seats":[{"person":"trihuzr7u6ui54xa"},{"person":"wvf53yrqbeze5wiu"}],"toss":false,"private":false,"match":{"games":3,"game":1,"points":[23,0]},"before":"9m2jxur8zrrgnvyw"}', 1826528289683, NULL);
INSERT INTO public.games VALUES ('fd4g4mqv439a5tsr', 'delta:size=5,pawns=9,scoring=points', 1, 0, 1794992289773, 1794992289811, 1826528289811, 0, 2, '{"game":"delta:size=5,pawns=9,scoring=points","clock":{"kind":"none"},"seats":[{"person":"wvf53yrqbeze5wiu"},{"person":"trihuzr7u6ui54xa"}],"toss":false,"private":false}', 1826528289777, NULL);
INSERT INTO public.games VALUES ('a96vq67p84q7m2rr', 'delta:size=5,pawns=9,scoring=points', 1, 0, 1794992289717, 1794992289770, 1826528289770, 1, 3, '{"game":"delta:size=5,pawns=9,scoring=points","clock":{"kind":"none"},"seats":[{"person":"fh73w2g2h3kxg4df"},{"person":"trihuzr7u6ui54xa"}],"toss":false,"private":false}', 1826528289721, NULL);
INSERT INTO public.games VALUES ('nqb7rrsuby22da74', 'delta:size=5,pawns=9,scoring=points', 0, 0, 1794992289814, 1794992289814, NULL, -1, 0, '{"game":"delta:size=5,pawns=9,scoring=points","clock":{"kind":"none"},"seats":[{"person":"wvf53yrqbeze5wiu"},{}],"toss":false,"private":false}', NULL, 1794992289814);
INSERT INTO public.games VALUES ('wubpdvatatcaj4xx', 'delfino:players=3,die=234,layout=free', 0, 0, 1794992289818, 1794992289821, NULL, -1, 0, '{"game":"delfino:players=3,die=234,layout=free","clock":{"kind":"none"},"seats":[{"person":"wvf53yrqbeze5wiu"},{"person":"trihuzr7u6ui54xa"},{}],"toss":false,"private":false}', NULL, 1794992289821);


--
-- Data for Name: marks; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: meta; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.meta VALUES ('id', '43jnug7fvgj4engn');
INSERT INTO public.meta VALUES ('version', '2');
INSERT INTO public.meta VALUES ('oldest', '1');
INSERT INTO public.meta VALUES ('steady', '1794992288929');
INSERT INTO public.meta VALUES ('uptime', '1037');
INSERT INTO public.meta VALUES ('heartbeat', '1794992289966');


--
-- Data for Name: orders; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.orders OVERRIDING SYSTEM VALUE VALUES (1, 'close', 'fd4g4mqv439a5tsr');


--
-- Data for Name: persons; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.persons VALUES ('wvf53yrqbeze5wiu', 'Mara', 1794992288933, 1794992288933, NULL);
INSERT INTO public.persons VALUES ('trihuzr7u6ui54xa', 'Jonas', 1794992288937, 1794992288937, NULL);
INSERT INTO public.persons VALUES ('6khm3uk922wrrbz9', 'Léa', 1794992288939, 1794992288939, NULL);
INSERT INTO public.persons VALUES ('249kuz2a7sdju557', 'Eve', 1794992288943, 1794992288943, NULL);
INSERT INTO public.persons VALUES ('fh73w2g2h3kxg4df', 'Theo', 1794992288941, 1794992288941, '6khm3uk922wrrbz9');


--
-- Data for Name: seats; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.seats VALUES ('kk44h9x6j56zih2s', 0, 'wvf53yrqbeze5wiu', -1);
INSERT INTO public.seats VALUES ('kk44h9x6j56zih2s', 1, 'trihuzr7u6ui54xa', -1);
INSERT INTO public.seats VALUES ('x3hyyc9xdnqbqiw7', 0, 'wvf53yrqbeze5wiu', -1);
INSERT INTO public.seats VALUES ('x3hyyc9xdnqbqiw7', 1, '6khm3uk922wrrbz9', -1);
INSERT INTO public.seats VALUES ('g6twbj5ic7hgxjbs', 0, 'wvf53yrqbeze5wiu', -1);
INSERT INTO public.seats VALUES ('g6twbj5ic7hgxjbs', 1, 'trihuzr7u6ui54xa', -1);
INSERT INTO public.seats VALUES ('g6twbj5ic7hgxjbs', 2, '6khm3uk922wrrbz9', -1);
INSERT INTO public.seats VALUES ('97thdy4wykyab4s6', 0, 'trihuzr7u6ui54xa', -1);
INSERT INTO public.seats VALUES ('97thdy4wykyab4s6', 1, '6khm3uk922wrrbz9', -1);
INSERT INTO public.seats VALUES ('hiuc2fh69wagf4gr', 0, 'wvf53yrqbeze5wiu', -1);
INSERT INTO public.seats VALUES ('hiuc2fh69wagf4gr', 1, NULL, 1);
INSERT INTO public.seats VALUES ('xkvxvdcfirjyrh3t', 0, '6khm3uk922wrrbz9', -1);
INSERT INTO public.seats VALUES ('xkvxvdcfirjyrh3t', 1, 'trihuzr7u6ui54xa', -1);
INSERT INTO public.seats VALUES ('25eaveex93makwpt', 0, 'wvf53yrqbeze5wiu', -1);
INSERT INTO public.seats VALUES ('25eaveex93makwpt', 1, 'trihuzr7u6ui54xa', -1);
INSERT INTO public.seats VALUES ('4q8twh9pphjkxtq7', 0, 'trihuzr7u6ui54xa', -1);
INSERT INTO public.seats VALUES ('4q8twh9pphjkxtq7', 1, 'wvf53yrqbeze5wiu', -1);
INSERT INTO public.seats VALUES ('9m2jxur8zrrgnvyw', 0, 'wvf53yrqbeze5wiu', -1);
INSERT INTO public.seats VALUES ('9m2jxur8zrrgnvyw', 1, 'trihuzr7u6ui54xa', -1);
INSERT INTO public.seats VALUES ('enfkvvv74hswizji', 0, 'trihuzr7u6ui54xa', -1);
INSERT INTO public.seats VALUES ('enfkvvv74hswizji', 1, 'wvf53yrqbeze5wiu', -1);
INSERT INTO public.seats VALUES ('a96vq67p84q7m2rr', 1, 'trihuzr7u6ui54xa', -1);
INSERT INTO public.seats VALUES ('fd4g4mqv439a5tsr', 0, 'wvf53yrqbeze5wiu', -1);
INSERT INTO public.seats VALUES ('fd4g4mqv439a5tsr', 1, 'trihuzr7u6ui54xa', -1);
INSERT INTO public.seats VALUES ('nqb7rrsuby22da74', 0, 'wvf53yrqbeze5wiu', -1);
INSERT INTO public.seats VALUES ('nqb7rrsuby22da74', 1, NULL, -1);
INSERT INTO public.seats VALUES ('wubpdvatatcaj4xx', 0, 'wvf53yrqbeze5wiu', -1);
INSERT INTO public.seats VALUES ('wubpdvatatcaj4xx', 2, NULL, -1);
INSERT INTO public.seats VALUES ('wubpdvatatcaj4xx', 1, 'trihuzr7u6ui54xa', -1);
INSERT INTO public.seats VALUES ('a96vq67p84q7m2rr', 0, '6khm3uk922wrrbz9', -1);


--
-- Data for Name: secrets; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.secrets VALUES ('\x82174d64a33961143fdc7926bc69b34fcad285a1918ae830d4666a88aa83dcde', 0, 's9enjkygjbgzrjh5', 'wvf53yrqbeze5wiu', NULL, 0, 'Mara’s phone', 1794992288933, 1794992288933, NULL, NULL);
INSERT INTO public.secrets VALUES ('\x32839dd0d5ef7ccd3c2a5b46a84c704fd092fa98657671903f86a8704c82f3d0', 0, 'zdu53kessz42q87q', 'trihuzr7u6ui54xa', NULL, 0, 'Jonas’s phone', 1794992288937, 1794992288937, NULL, NULL);
INSERT INTO public.secrets VALUES ('\xa51219037e7769665ca49d8aa50bd6f664b5ef5e62503f0b3a189f1dc9c1b16c', 0, 'edb86h5xj9iy7se4', '6khm3uk922wrrbz9', NULL, 0, 'Léa’s phone', 1794992288939, 1794992288939, NULL, NULL);
INSERT INTO public.secrets VALUES ('\xf0c3aef57f5ed52120e1e53e9c1d614937b2b52bd25182cc8d18f1d421a43619', 0, 'ci8ad4jahk3dx2u8', '249kuz2a7sdju557', NULL, 0, 'Eve’s phone', 1794992288943, 1794992288943, NULL, NULL);
INSERT INTO public.secrets VALUES ('\xed276da7058ea0431f1d2ab71dd99a210d0475a20087a328b8dc5aadf19d113f', 1, NULL, 'wvf53yrqbeze5wiu', 'kk44h9x6j56zih2s', 1, NULL, 1794992288948, 1794992288954, NULL, 'trihuzr7u6ui54xa');
INSERT INTO public.secrets VALUES ('\x7dade77d6354281517d1e1c90254de804eb2e2c5de196b922f9dbb388ff22087', 1, NULL, 'wvf53yrqbeze5wiu', 'x3hyyc9xdnqbqiw7', 1, NULL, 1794992289052, 1794992289056, NULL, '6khm3uk922wrrbz9');
INSERT INTO public.secrets VALUES ('\x562751c777691cc90cfde4218eb79efa598f815ab5d6e17faa162c4fb0f3eb13', 1, NULL, 'wvf53yrqbeze5wiu', 'g6twbj5ic7hgxjbs', 1, NULL, 1794992289160, 1794992289165, NULL, 'trihuzr7u6ui54xa');
INSERT INTO public.secrets VALUES ('\xe903e1f84ae8af7fb3f05da0d63537420c87ccb4900beb4b8e72a0772f10c8ea', 1, NULL, 'wvf53yrqbeze5wiu', 'g6twbj5ic7hgxjbs', 2, NULL, 1794992289160, 1794992289168, NULL, '6khm3uk922wrrbz9');
INSERT INTO public.secrets VALUES ('\xa9bfa9a39ce5fa2489e70572f5e367fda95d0caa3c0ba57a3583d56ebbd084f7', 1, NULL, 'trihuzr7u6ui54xa', '97thdy4wykyab4s6', 1, NULL, 1794992289329, 1794992289333, NULL, '6khm3uk922wrrbz9');
INSERT INTO public.secrets VALUES ('\x36f8f0f9cd5448f844df58293d6c35c970535c8f45ef3d2a7657d116f0c485ca', 1, NULL, '6khm3uk922wrrbz9', 'xkvxvdcfirjyrh3t', 1, NULL, 1794992289475, 1794992289480, NULL, 'trihuzr7u6ui54xa');
INSERT INTO public.secrets VALUES ('\x57b0203b99a1a7ec6a84faed9d491548864c7f7cf16e88db2bb4d55fbb2c0fc9', 1, NULL, 'wvf53yrqbeze5wiu', '25eaveex93makwpt', 1, NULL, 1794992289555, 1794992289558, NULL, 'trihuzr7u6ui54xa');
INSERT INTO public.secrets VALUES ('\x34370a1756abffa573d040e436d2f1875f855a8b0ba00661f38e46cdfec67bed', 1, NULL, 'wvf53yrqbeze5wiu', '9m2jxur8zrrgnvyw', 1, NULL, 1794992289651, 1794992289654, NULL, 'trihuzr7u6ui54xa');
INSERT INTO public.secrets VALUES ('\x0ac8b3a59a31ca25ba9570d58e5ff1bb5ee9349d870547b257052c1943d37acf', 1, NULL, 'wvf53yrqbeze5wiu', 'fd4g4mqv439a5tsr', 1, NULL, 1794992289773, 1794992289777, NULL, 'trihuzr7u6ui54xa');
INSERT INTO public.secrets VALUES ('\x87f647f7e6816aeea74b3df4e2cfa91896adeda55b64c9e75911fe898df48244', 1, NULL, 'wvf53yrqbeze5wiu', 'nqb7rrsuby22da74', 1, NULL, 1794992289814, 1794992289814, NULL, NULL);
INSERT INTO public.secrets VALUES ('\xdcb8a8a23cb80de5f6db13bf5e2a5a6581f8fbaa4589c681681d72a9a559016d', 1, NULL, 'wvf53yrqbeze5wiu', 'wubpdvatatcaj4xx', 2, NULL, 1794992289818, 1794992289818, NULL, NULL);
INSERT INTO public.secrets VALUES ('\x14170a7a8d493b2e88f9e793a33129f09fe88b8d25ebbafe9c9548ef08761362', 1, NULL, 'wvf53yrqbeze5wiu', 'wubpdvatatcaj4xx', 1, NULL, 1794992289818, 1794992289821, NULL, 'trihuzr7u6ui54xa');
INSERT INTO public.secrets VALUES ('\xdcb2424e91554b175a5b6cde8ae8ed2ee3a12dfeb96640c286944641d1a293ee', 2, NULL, '6khm3uk922wrrbz9', NULL, 0, NULL, 1794992289822, 1794992289824, 1794992889822, '6khm3uk922wrrbz9');
INSERT INTO public.secrets VALUES ('\x090c01115637b0989c229f87686c00c0156dd8d197c953db00b00f67d35b20a0', 1, NULL, '6khm3uk922wrrbz9', 'a96vq67p84q7m2rr', 1, NULL, 1794992289717, 1794992289721, NULL, 'trihuzr7u6ui54xa');
INSERT INTO public.secrets VALUES ('\x3aa2f8fb7af61d03e25d33f7ded6f184d0ad044b6360f35474c6a8cf76fae255', 0, 'ywkhwnj5qs2p84m2', '6khm3uk922wrrbz9', NULL, 0, 'Theo’s phone', 1794992289824, 1794992289824, NULL, NULL);
INSERT INTO public.secrets VALUES ('\xea2c37a71f864b98427fb42608a42f82efb1ff9766f25f1305957adbe201237e', 2, NULL, 'wvf53yrqbeze5wiu', NULL, 0, NULL, 1794992289827, 1794992289830, 1794992889827, 'wvf53yrqbeze5wiu');
INSERT INTO public.secrets VALUES ('\xe43ee05740a48e5307cd2229410435bf0877d56d864c05d1e7cfa0313abf747c', 0, 'p625cgwqcy8z929g', 'wvf53yrqbeze5wiu', NULL, 0, 'Mara’s laptop', 1794992289830, 1794992289830, NULL, NULL);


--
-- Name: orders_number_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.orders_number_seq', 1, true);


--
-- Name: blocks blocks_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_pkey PRIMARY KEY (person, other);


--
-- Name: events events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (game, seq);


--
-- Name: games games_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.games
    ADD CONSTRAINT games_pkey PRIMARY KEY (id);


--
-- Name: marks marks_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.marks
    ADD CONSTRAINT marks_pkey PRIMARY KEY (kind, id);


--
-- Name: meta meta_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.meta
    ADD CONSTRAINT meta_pkey PRIMARY KEY (key);


--
-- Name: orders orders_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (number);


--
-- Name: persons persons_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.persons
    ADD CONSTRAINT persons_pkey PRIMARY KEY (id);


--
-- Name: seats seats_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.seats
    ADD CONSTRAINT seats_pkey PRIMARY KEY (game, seat);


--
-- Name: secrets secrets_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_pkey PRIMARY KEY (hash);


--
-- Name: blocks_other; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX blocks_other ON public.blocks USING btree (other);


--
-- Name: games_running; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX games_running ON public.games USING btree (id) WHERE (state = 1);


--
-- Name: games_unplayed; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX games_unplayed ON public.games USING btree (unplayed) WHERE (unplayed IS NOT NULL);


--
-- Name: games_wake; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX games_wake ON public.games USING btree (wake) WHERE (wake IS NOT NULL);


--
-- Name: persons_merged; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX persons_merged ON public.persons USING btree (merged) WHERE (merged IS NOT NULL);


--
-- Name: persons_seen; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX persons_seen ON public.persons USING btree (seen) WHERE (merged IS NULL);


--
-- Name: seats_person; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX seats_person ON public.seats USING btree (person) WHERE (person IS NOT NULL);


--
-- Name: secrets_expires; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX secrets_expires ON public.secrets USING btree (expires) WHERE (expires IS NOT NULL);


--
-- Name: secrets_game; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX secrets_game ON public.secrets USING btree (game) WHERE (game IS NOT NULL);


--
-- Name: secrets_person; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX secrets_person ON public.secrets USING btree (person);


--
-- PostgreSQL database dump complete
--

\unrestrict BCW2FZHtjXWI3mGdLX2qQE0E9775oyfURTA97gudAXxNpgaoLGSYEuUULIf1JUP

