/*
 * Calls for change notifications that are kept pending here, where the gates of NtClose and of the cancelling calls can end them without
 * managed code.
 */
#pragma once
#include "gate.h"

/*
 * The low word of a call's state; the high word is the generation of its handle's entry. Only the thread that has filled or claimed a call
 * changes it.
 */
enum { CALL_FREE, CALL_FILLING, CALL_PENDING, CALL_CLAIMED };

/* Managed twin: PendingCall. */
struct rvfs_pending_call {
    volatile u64 state;
    HANDLE event;  /* a duplicate of the game's event, or null */
    HANDLE thread; /* the calling thread if an APC has to be queued to it */
    void *apc, *context;
    void *status_block;
    void *buffer;
    HANDLE port; /* the port that the handle is bound to if the call reports to it, or null */
    void *key;
    HANDLE held; /* the handle if its file object is to be signalled, or null */
    u32 length;
    u32 thread_id;
    u32 information_class;
    u32 port_generation; /* the generation of the port's entry: the game may have closed the port */
    uptr held_block[2];  /* IO_STATUS_BLOCK of the system's call that signals the file object */
    u32 is_synchronous;  /* the handle wasn't opened for overlapped calls: the thread waits for the result */
};

enum { MOST_PENDING_CALLS = 256, MOST_WATCHES = 128 };

/* A thread that has changed something and waits until watchers have been notified. The notifying thread only answers. */
enum { SETTLING_FREE, SETTLING_WAITING, SETTLING_ANSWERED, SETTLING_LEFT, MOST_SETTLING = 16 };

struct rvfs_settling {
    volatile u64 state;
    HANDLE event; /* auto-reset; created before the first watch */
};

/* The key of a packet that requests an answer; its information is the index in settling. */
#define SETTLE_KEY ((void *)(uptr)0xFFFFFFFFu)

/* Managed twin: NotificationTable. */
struct rvfs_notifications {
    struct rvfs_pending_call *calls;
    volatile u64 *watches;  /* the generations of watched handles; 0 marks a free slot */
    void *finish;           /* rvfs_native_finish_call */
    void *hold;             /* rvfs_native_hold_call */
    void *settle, *settled; /* rvfs_native_settle, rvfs_native_settled */
    struct rvfs_settling *settling;
    /* Filled by managed code before the first watch. */
    HANDLE volatile port; /* gets an empty packet when a watched handle is closed */
    void *set_event, *queue_apc, *set_completion, *delay, *query_thread, *wait;
    i32 closed_status;        /* the status of calls whose handle is closed: differs between systems */
    volatile i32 watch_slots; /* the number of slots in watches that were ever used; 0 until the first watch */
    volatile i32 watching;    /* 1 if anything is watched now, by a running thread */
};

extern struct rvfs_notifications rvfs_native_notifications;

/* Returns 1 if the handle with this entry is watched. */
int rvfs_notify_is_watched(u64 entry);
/* Reports that the handle with this entry has been closed. */
void rvfs_notify_closed(u64 entry);
/* Records that the handle's object is delete-pending: its close is followed, unless more is known of it. */
void rvfs_notify_going(HANDLE handle);
/* Waits, for a moment at most, until watchers are notified of this thread's changes; returns at once if nothing is watched. */
void NTAPI rvfs_native_settle(void);
/* Reports that this thread ends. */
void rvfs_notify_thread_ended(void);
